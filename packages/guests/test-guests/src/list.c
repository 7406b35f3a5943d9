/* list [DIRECTORY]: prints the names that readdir gives, in its order, `.` and `..` included. */
#include <dirent.h>
#include "guest.h"

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : ".";
  struct dirent *entry;
  DIR *directory = opendir(path);
  if (directory == NULL) return fail("opendir", path);
  while ((entry = readdir(directory)) != NULL) puts(entry->d_name);
  closedir(directory);
  return 0;
}
