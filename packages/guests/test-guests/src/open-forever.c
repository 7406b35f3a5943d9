/* open-forever: opens one file until that fails, then prints `<errno name> after <descriptors>`; exit 0. */
#include "guest.h"

int main(void) {
  long opened = 0;
  int fd = open("opened.txt", O_RDWR | O_CREAT, 0644);
  while (fd >= 0) {
    opened++;
    fd = open("opened.txt", O_RDONLY);
  }
  printf("%s after %ld\n", errno_name(errno), opened);
  return 0;
}
