/* fill-entries: creates empty files until one fails, then prints `<errno name> after <files>`; exit 1. */
#include "guest.h"

int main(void) {
  char path[64];
  for (long n = 0;; n++) {
    snprintf(path, sizeof path, "entry-%ld", n);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (fd < 0) {
      printf("%s after %ld\n", errno_name(errno), n);
      return 1;
    }
    close(fd);
  }
}
