import { buildTestGuests } from './lib/test-guests/build-test-guests.ts';

const { built, cached } = await buildTestGuests((name, number, total) => {
  process.stdout.write(`test guest ${number}/${total}: ${name}\n`);
});
process.stdout.write(`test guests: ${built.length} built, ${cached} up to date\n`);
