/* Of libcuda what is asked for; each GPU in FAKE_GPUS is as "9.0". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define API __attribute__((visibility("default")))
API int cuInit(unsigned int flags);
API int cuDeviceGetCount(int *count);
API int cuDeviceGet(int *device, int index);
API int cuDeviceGetName(char *name, int size, int device);
API int cuDeviceGetAttribute(int *value, int attribute, int device);
static const char *gpus(void) { const char *text = getenv("FAKE_GPUS"); return text ? text : ""; }
int cuInit(unsigned int flags) { (void)flags; return *gpus() ? 0 : 100; }
int cuDeviceGetCount(int *count) { *count = (int)(strlen(gpus()) + 1) / 4; return 0; }
int cuDeviceGet(int *device, int index) { *device = index; return 0; }
int cuDeviceGetName(char *name, int size, int device) {
  snprintf(name, (size_t)size, "Fake %d", device);
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  if (attribute != 75 && attribute != 76) return 1;
  *value = gpus()[4 * device + 2 * (attribute - 75)] - '0';
  return 0;
}
