/* Does nothing: what a run costs by itself. */
int main(void) { return 0; }
