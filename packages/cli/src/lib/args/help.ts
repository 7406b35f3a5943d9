/** What `--help` prints. */
export const helpText = `Usage: formicarium [options]                      a shell on a fresh session
       formicarium [options] -c LINE [-c LINE…]    run lines, stop at the first that fails
       formicarium [options] < LINES               the same, one line each
       formicarium catalog pin URL --tool NAME --version V [options]
       formicarium catalog check FILE [--fetch]

A line is a builtin (ls, cat, cd, rm -rf, cp, mv), "install TOOL[@VERSION]", or an installed tool with its arguments.
There is no shell: no pipes, variables, globs or redirections.

Options
  -c, --command LINE      run LINE; guests read this program's standard input
      --catalog FILE|URL  install from this catalogue instead of the built-in one
      --mount HOST:GUEST  copy a host directory or file into the session, as in --mount .:/work/src
      --export DIR        at the end, copy the session's files into DIR, which must be empty or new
      --cwd PATH          guest directory to start in (default /work)
      --env KEY=VALUE     set a variable for every guest
      --no-cache          do not keep downloads in the cache
  -h, --help              print this
      --version           print the version

Options of "catalog pin"
      --tool NAME         name of the tool
      --version V         name of the version
      --entry PATH        module inside an archive; needed when it holds several
      --catalog FILE      add to this file, made when missing; else the catalogue is printed
      --source URL        where the sources are (default: the URL itself)
      --ref REF           which revision was built (default: the version)
      --license SPDX      licence of the tool
      --replace           allow other bytes for a version that is there already

Exit codes: that of the last guest; 0 when all went well; 1 for an error, printed as "formicarium: CODE: message";
2 for a wrong command line; 130 after an interrupt.
`;
