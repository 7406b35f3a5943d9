import type { GuestCatalog, Session } from '@aletheia-works/formicarium';

/** Builtins of the command API, then the words of this shell. */
const FIRST_WORDS = ['ls', 'cat', 'cd', 'rm', 'cp', 'mv', 'install', 'help', 'exit'];

/** Characters that end a word or mean something outside quotes. */
const special = /[\s|&;<>$`*?(){}'"\\]/g;

/** What readline's completer answers: whole replacements, and the part of the line that they replace. */
export type Completion = [matches: string[], replaced: string];

/**
 * Completes the last word of a line: a builtin or a guest's name, a selection after `install`, else a guest path.
 * Inside quotes nothing is completed.
 */
export async function completeLine(session: Session, catalog: GuestCatalog, line: string): Promise<Completion> {
  const word = lastWord(line);
  if (word === null) return [[], line];
  const before = line.slice(0, line.length - word.raw.length).trim();
  const { raw, text } = word;
  if (before === '') {
    const guests = (await session.listGuests()).map(({ name }) => name);
    return [matching([...FIRST_WORDS, ...guests], text), raw];
  }
  if (before === 'install') return [matching(selections(catalog), text), raw];
  return [await paths(session, text), raw];
}

function matching(words: readonly string[], start: string): string[] {
  return [...new Set(words)]
    .filter((word) => word.startsWith(start))
    .sort()
    .map((word) => `${word} `);
}

function selections({ tools }: GuestCatalog): string[] {
  return Object.entries(tools).flatMap(([tool, { versions, names = {} }]) => [
    tool,
    ...[...Object.keys(versions), ...Object.keys(names)].map((version) => `${tool}@${version}`),
  ]);
}

async function paths(session: Session, text: string): Promise<string[]> {
  const slash = text.lastIndexOf('/');
  const directory = text.slice(0, slash + 1);
  const start = text.slice(slash + 1);
  const entries = await session.listEntries(directory === '' ? '.' : directory).catch(() => []);
  return entries
    .map(({ path, type }) => ({ name: path.slice(path.lastIndexOf('/') + 1), type }))
    .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')))
    .map(({ name, type }) => escapeWord(directory + name) + (type === 'directory' ? '/' : ' '))
    .sort();
}

function escapeWord(text: string): string {
  return text.replace(special, '\\$&');
}

/** The word that the line ends in, as typed and as meant; null inside quotes or after a lone backslash. */
function lastWord(line: string): { raw: string; text: string } | null {
  let raw = '';
  let text = '';
  let quote = '';
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (quote === '' && (character === ' ' || character === '\t')) {
      raw = '';
      text = '';
      continue;
    }
    raw += character;
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (quote === '' && character === '\\') {
      index++;
      if (index === line.length) return null;
      raw += line.charAt(index);
      text += line.charAt(index);
    } else text += character;
  }
  return quote === '' ? { raw, text } : null;
}
