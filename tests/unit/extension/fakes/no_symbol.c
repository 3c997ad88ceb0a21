#include "fake.h"

EXPORT int something_else;
