/* cwd [PATH...]: prints what getcwd says, then for each PATH `<path>: <kind> <size>` or `<path>: <errno name>`. */
#include <sys/stat.h>
#include "guest.h"

int main(int argc, char **argv) {
  char directory[4096];
  struct stat info;
  puts(getcwd(directory, sizeof directory) ? directory : errno_name(errno));
  for (int i = 1; i < argc; i++) {
    if (lstat(argv[i], &info) != 0) {
      printf("%s: %s\n", argv[i], errno_name(errno));
    } else {
      const char *kind = S_ISDIR(info.st_mode) ? "directory" : S_ISLNK(info.st_mode) ? "symlink" : "file";
      printf("%s: %s %lld\n", argv[i], kind, (long long)info.st_size);
    }
  }
  return 0;
}
