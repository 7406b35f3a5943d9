import type { FsEntry } from '@aletheia-works/formicarium';

const sales = `date,item,quantity,price
2026-03-02,honeydew,12,1.50
2026-03-02,leaf cutter,3,14.00
2026-03-03,honeydew,20,1.45
2026-03-04,seed mix,7,3.25
2026-03-05,leaf cutter,1,14.00
2026-03-06,honeydew,9,1.60
`;

const report = `import csv, json, sys
from collections import defaultdict

source, target = sys.argv[1:]
totals = defaultdict(lambda: {"quantity": 0, "revenue": 0.0})
with open(source, newline="") as file:
    rows = list(csv.DictReader(file))
for row in rows:
    total = totals[row["item"]]
    total["quantity"] += int(row["quantity"])
    total["revenue"] += int(row["quantity"]) * float(row["price"])
for total in totals.values():
    total["revenue"] = round(total["revenue"], 2)
with open(target, "w") as file:
    json.dump({"rows": len(rows), "items": totals}, file, indent=2)
    file.write("\\n")
print(f"{len(rows)} rows from {source}, {len(totals)} items to {target}")
`;

const endless = `with open("half-done.txt", "w") as file:
    file.write("this file must not stay\\n")
print("wrote half-done.txt, now computing without end", flush=True)
while True:
    pass
`;

/** What the demo's session begins with. */
export const demoFiles: readonly FsEntry[] = Object.entries({
  'sales.csv': sales,
  'report.py': report,
  'endless.py': endless,
}).map(([name, text]) => ({ path: `/work/${name}`, type: 'file', data: new TextEncoder().encode(text) }));
