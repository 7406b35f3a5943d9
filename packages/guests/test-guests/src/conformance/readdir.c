/* Listings: whole, resumable, and unmoved by what happens meanwhile. */
#include "conformance/conformance.h"

#include <dirent.h>

enum { MANY = 1500 };

static char seen[MANY];

static void name_of(int index, char *name) { sprintf(name, "many/entry-with-a-longer-name-%04d", index); }

int main(void) {
  char name[64];
  struct dirent *entry;

  mkdir("many", 0755);
  for (int i = 0; i < MANY; i++) {
    name_of(i, name);
    make_file(name, "");
  }
  DIR *directory = opendir("many");
  int count = 0, dots = 0;
  while ((entry = readdir(directory)) != NULL) {
    if (entry->d_name[0] == '.') dots++;
    else count++;
  }
  rule("readdir-shows-every-entry", count == MANY);
  rule("readdir-shows-dot-and-dot-dot", dots == 2);

  rewinddir(directory);
  memset(seen, 0, sizeof seen);
  long places[8];
  int place = 0, read = 0;
  while ((entry = readdir(directory)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    seen[atoi(entry->d_name + strlen("entry-with-a-longer-name-"))]++;
    if (++read % 200 == 0) places[place++] = telldir(directory);
  }
  rule("rewinddir-begins-anew", read == MANY);

  seekdir(directory, places[2]);
  int rest = 0;
  while (readdir(directory) != NULL) rest++;
  rule("seekdir-resumes-behind-the-entry", rest == MANY - 600);

  rewinddir(directory);
  memset(seen, 0, sizeof seen);
  int step = 0;
  while ((entry = readdir(directory)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    int index = atoi(entry->d_name + strlen("entry-with-a-longer-name-"));
    seen[index]++;
    if (step++ % 2 == 0) {
      name_of(index, name);
      unlink(name);
    }
  }
  int once = 0;
  for (int i = 0; i < MANY; i++) once += seen[i] == 1;
  rule("readdir-shows-each-entry-once-while-entries-are-removed", once == MANY);
  closedir(directory);

  directory = opendir("many");
  count = 0;
  struct stat status;
  bool matches = true;
  while ((entry = readdir(directory)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    count++;
    sprintf(name, "many/%s", entry->d_name);
    matches &= stat(name, &status) == 0 && status.st_ino == entry->d_ino && entry->d_type == DT_REG;
  }
  rule("readdir-shows-what-survived", count == MANY / 2);
  rule("readdir-tells-inode-and-type", matches);
  closedir(directory);

  make_file("no-directory", "");
  rule("opendir-of-a-file-is-ENOTDIR", opendir("no-directory") == NULL && errno == ENOTDIR);
  return conclude();
}
