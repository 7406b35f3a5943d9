/* The one user of a session. POSIX getpwuid and getpwnam: static storage, null and errno unchanged for others. */
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uid_t getuid(void) { return 0; }
uid_t geteuid(void) { return 0; }
gid_t getgid(void) { return 0; }
gid_t getegid(void) { return 0; }

static char *from_environment(const char *name, char *otherwise) {
  char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : otherwise;
}

static struct passwd *user(void) {
  static struct passwd entry;
  entry = (struct passwd){
      .pw_name = from_environment("USER", "guest"),
      .pw_passwd = "x",
      .pw_gecos = "",
      .pw_dir = from_environment("HOME", "/home/guest"),
      .pw_shell = "",
  };
  return &entry;
}

struct passwd *getpwuid(uid_t uid) { return uid == 0 ? user() : NULL; }

struct passwd *getpwnam(const char *name) {
  struct passwd *entry = user();
  return strcmp(name, entry->pw_name) == 0 ? entry : NULL;
}
