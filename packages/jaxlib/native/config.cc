#include "config.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <set>

namespace jaxlib {
namespace {

struct State {
  std::string name;
  nb::object global;
  bool in_jit_key, in_trace_context;
};

std::deque<State>& states() {
  static auto* all = new std::deque<State>();
  return *all;
}

// The sentinel for an unset value of a thread.
nb::object& unset() {
  static auto* value = new nb::object(checked(PyObject_CallNoArgs(reinterpret_cast<PyObject*>(&PyBaseObject_Type))));
  return *value;
}

struct Locals;
std::mutex locals_lock;
std::set<Locals*>& all_locals() {
  static auto* all = new std::set<Locals*>();
  return *all;
}

// References of threads that ended without the GIL; dropped the next time a state is set.
std::atomic<bool> any_left_behind{false};
std::vector<PyObject*>& left_behind() {
  static auto* all = new std::vector<PyObject*>();
  return *all;
}

struct Locals {
  std::vector<PyObject*> values;

  Locals() {
    const std::lock_guard<std::mutex> guard(locals_lock);
    all_locals().insert(this);
  }
  ~Locals() {
    const std::lock_guard<std::mutex> guard(locals_lock);
    all_locals().erase(this);
    left_behind().insert(left_behind().end(), values.begin(), values.end());
    any_left_behind = true;
  }
  PyObject* at(std::size_t index) const { return index < values.size() ? values[index] : nullptr; }
  // Takes ownership of the reference, and returns the previous one.
  PyObject* put(std::size_t index, PyObject* value) {
    if (index >= values.size()) values.resize(index + 1, nullptr);
    std::swap(values[index], value);
    return value;
  }
};

Locals& locals() {
  static thread_local Locals mine;
  return mine;
}

void drop_left_behind() {
  std::vector<PyObject*> dropped;
  {
    const std::lock_guard<std::mutex> guard(locals_lock);
    dropped.swap(left_behind());
    any_left_behind = false;
  }
  for (PyObject* each : dropped) Py_XDECREF(each);
}

PyObject* value_of(const Locals& mine, std::size_t index) {
  PyObject* local = mine.at(index);
  return local ? local : states()[index].global.ptr();
}

nb::tuple trace_context() {
  const Locals& mine = locals();
  std::vector<PyObject*> values;
  for (std::size_t i = 0; i < states().size(); ++i) {
    if (states()[i].in_trace_context) values.push_back(value_of(mine, i));
  }
  nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
  for (std::size_t i = 0; i < values.size(); ++i) {
    PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), Py_NewRef(values[i]));
  }
  return nb::borrow<nb::tuple>(made);
}

nb::tuple trace_context_names() {
  nb::list names;
  for (const State& state : states()) {
    if (state.in_trace_context) names.append(state.name);
  }
  return nb::tuple(names);
}

template <class T>
int traverse_config(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  return nb::inst_ready(self) ? nb::inst_ptr<T>(self)->traverse(visit, arg) : 0;
}

int clear_config(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<Config>(self)->clear();
  return 0;
}

PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse_config<Config>)},
                       {Py_tp_clear, reinterpret_cast<void*>(locked<&clear_config>)},
                       {0, nullptr}};

}  // namespace

Config::Config(std::string name, nb::object value, bool in_jit_key, bool in_trace_context)
    : index_(states().size()) {
  states().push_back({std::move(name), std::move(value), in_jit_key, in_trace_context});
}

const std::string& Config::name() const { return states()[index_].name; }
nb::handle Config::get() const { return value_of(locals(), index_); }
nb::object Config::global() const { return states()[index_].global; }

nb::object Config::local() const {
  PyObject* value = locals().at(index_);
  return value ? nb::borrow(value) : unset();
}

nb::object Config::swap_local(nb::object value) {
  if (any_left_behind.load(std::memory_order_relaxed)) drop_left_behind();
  PyObject* before = locals().put(index_, value.is(unset()) ? nullptr : value.release().ptr());
  return before ? nb::steal(before) : unset();
}

void Config::set_global(nb::object value) { std::swap(states()[index_].global, value); }

// For the garbage collector, a state owns all its values, including those of other threads.
int Config::traverse(visitproc visit, void* arg) const {
  Py_VISIT(states()[index_].global.ptr());
  const std::lock_guard<std::mutex> guard(locals_lock);
  for (const Locals* each : all_locals()) Py_VISIT(each->at(index_));
  return 0;
}

void Config::clear() {
  std::vector<nb::object> dropped{std::exchange(states()[index_].global, nb::object())};
  const std::lock_guard<std::mutex> guard(locals_lock);
  for (Locals* each : all_locals()) {
    if (each->at(index_)) dropped.push_back(nb::steal(each->put(index_, nullptr)));
  }
}

void jit_configs(std::vector<nb::object>& values) {
  const Locals& mine = locals();
  std::size_t index = 0;
  for (const State& state : states()) {
    if (state.in_jit_key) values.push_back(nb::borrow(value_of(mine, index)));
    ++index;
  }
}

bool are_jit_configs(const std::vector<nb::object>& values) {
  const Locals& mine = locals();
  std::size_t index = 0, seen = 0;
  for (const State& state : states()) {
    if (state.in_jit_key && (seen == values.size() || values[seen++].ptr() != value_of(mine, index))) return false;
    ++index;
  }
  return seen == values.size();
}

std::vector<std::string> jit_config_names() {
  std::vector<std::string> names;
  for (const State& state : states()) {
    if (state.in_jit_key) names.push_back(state.name);
  }
  return names;
}

void bind_config(Module& native) {
  Module config = add_submodule(native, "config", "jaxlib._jax.config");
  config.attr("unset") = unset();

  Class<Config> type(config, "Config", nb::type_slots(slots));
  // Config[T] is only for type checkers; it is the same class.
  const nb::object subscript = native_function([](nb::handle cls, nb::handle) { return nb::borrow(cls); });
  type.attr("__class_getitem__") = checked(PyClassMethod_New(subscript.ptr()));
  type.def(nb::init<std::string, nb::object, bool, bool>(), nb::arg("name"), nb::arg("value").none(), nb::kw_only(),
           nb::arg("include_in_jit_key") = false, nb::arg("include_in_trace_context") = false);
  type.def_prop_ro("value", [](const Config& self) { return nb::borrow(self.get()); });
  type.def_prop_ro("name", &Config::name);
  type.def("get_local", &Config::local);
  type.def("get_global", &Config::global);
  type.def(
      "set_local", [](Config& self, nb::object value) { self.swap_local(std::move(value)); },
      nb::arg("value").none());
  type.def("swap_local", &Config::swap_local, nb::arg("value").none());
  type.def("set_global", &Config::set_global, nb::arg("value").none());

  config.def("trace_context", &trace_context);
  config.def("trace_context_names", &trace_context_names);
}

}  // namespace jaxlib
