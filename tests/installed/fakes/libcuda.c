/* Of libcuda what is asked for; FAKE_GPUS is as "9.0,10.3". */
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
int cuDeviceGetCount(int *count) {
  *count = 1;
  for (const char *at = gpus(); *at; at++) *count += *at == ',';
  return 0;
}
int cuDeviceGet(int *device, int index) { *device = index; return 0; }
int cuDeviceGetName(char *name, int size, int device) {
  snprintf(name, (size_t)size, "Fake %d", device);
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  if (attribute != 75 && attribute != 76) return 1;
  const char *at = gpus();
  for (int i = 0; i < device; i++) at = strchr(at, ',') + 1;
  *value = atoi(attribute == 75 ? at : strchr(at, '.') + 1);
  return 0;
}
