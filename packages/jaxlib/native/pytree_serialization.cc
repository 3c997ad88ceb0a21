// Serialization of structures: pickles, jax.PyTreeDefProto, and single nodes.
//
// Trust: a pickle or message may be malformed in any way; it is completely checked before it is used.

#include <algorithm>

#include "pjrt/wire_format.h"
#include "pytree_containers.h"

namespace jaxlib {
namespace {

namespace wire = pjrt::wire;

// The numbers of the kinds in jax.PyTreeDefProto.
constexpr std::pair<Kind, std::uint64_t> kProtoKinds[] = {
    {Kind::kLeaf, 1}, {Kind::kList, 2}, {Kind::kNone, 3}, {Kind::kTuple, 4}, {Kind::kDict, 5}};

// A node of a jax.PyTreeDefProto, whose keys are numbers of `strings`.
Node node_from_proto(std::string_view message, const std::vector<nb::object>& strings) {
  Node node;
  std::uint64_t kind = 0;
  const auto key = [&](std::uint64_t id) {
    if (id >= strings.size()) refuse("Malformed pytree proto (dict_key out of range).");
    node.keys.push_back(strings[id]);
  };
  wire::Reader reader(message);
  while (reader.next()) {
    if (reader.number() == 1) node.arity = static_cast<int>(reader.value());
    if (reader.number() == 2) kind = reader.value();
    if (reader.number() == 3) {
      wire::Reader inner(reader.bytes());
      while (inner.next()) {
        if (inner.number() == 1) inner.each_value(key);
      }
    }
  }
  const auto* found = std::find_if(std::begin(kProtoKinds), std::end(kProtoKinds),
                                   [&](const auto& pair) { return pair.second == kind; });
  if (!reader.good() || found == std::end(kProtoKinds)) refuse("Malformed pytree proto (invalid node type)");
  node.kind = found->first;
  if (node.kind != Kind::kDict) node.keys.clear();
  return node;
}

}  // namespace

// The numbers of the kinds in pickles are upstream's, so that both jaxlibs can read each other's pickles.
nb::object Structure::to_pickle() const {
  nb::list all;
  for (const Node& node : nodes_) {
    const nb::object data = node.stated_data();
    all.append(nb::make_tuple(static_cast<int>(node.kind), node.arity, data.is_valid() ? data : nb::none(),
                              node.custom ? node.custom->type : nb::none(), node.leaves, node.nodes));
  }
  return nb::make_tuple(owner_, all);
}

void Structure::from_pickle(nb::handle nodes) {
  for (nb::handle each : nodes) {
    const nb::tuple item = nb::cast<nb::tuple>(each);
    if (item.size() != 6) throw std::runtime_error("Malformed pickled PyTreeDef");
    Node node;
    const int kind = nb::cast<int>(item[0]);
    if (kind < 0 || kind > static_cast<int>(Kind::kDataclass)) throw std::runtime_error("Malformed pickled PyTreeDef");
    node.kind = static_cast<Kind>(kind);
    node.arity = nb::cast<int>(item[1]);
    const bool custom = node.kind == Kind::kCustom || node.kind == Kind::kDataclass;
    if (custom || node.kind == Kind::kNamedTuple) {
      node.data = nb::borrow(item[2]);
    } else if (node.kind == Kind::kDict) {
      node.set_keys(nb::list(item[2]));
    } else if (!item[2].is_none()) {
      throw std::runtime_error("Malformed pickled PyTreeDef");
    }
    if (custom) {
      node.custom = item[3].is_none() ? nullptr : registry_->find(item[3]);
      if (node.custom == nullptr) {
        throw std::runtime_error("Unknown custom type in pickled PyTreeDef: " + repr_of(item[3]));
      }
      if (node.custom->kind != node.kind) throw std::runtime_error("Malformed pickled PyTreeDef");
    } else if (!item[3].is_none()) {
      throw std::runtime_error("Malformed pickled PyTreeDef");
    }
    node.leaves = nb::cast<int>(item[4]);
    node.nodes = nb::cast<int>(item[5]);
    nodes_.push_back(std::move(node));
  }
  const std::vector<Node> given = nodes_;
  count();
  check();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].leaves != nodes_[i].leaves || given[i].nodes != nodes_[i].nodes) {
      throw std::runtime_error("Malformed pickled PyTreeDef");
    }
  }
}

std::string Structure::serialize() const {
  std::string message;
  std::vector<std::string> strings;
  std::unordered_map<std::string, std::uint64_t> number;
  for (const Node& node : nodes_) {
    const auto* found = std::find_if(std::begin(kProtoKinds), std::end(kProtoKinds),
                                     [&](const auto& pair) { return pair.first == node.kind; });
    if (found == std::end(kProtoKinds)) {
      refuse(
          "User-defined nodes are not supported when serializing pytrees as protocol buffers. You should either "
          "convert the user-defined nodes to another type or use pickle instead.");
    }
    std::string one, ids;
    if (node.arity) wire::field(one, 1, static_cast<std::uint64_t>(node.arity));
    wire::field(one, 2, found->second);
    if (node.kind == Kind::kDict) {
      for (const nb::object& key : node.keys) {
        if (!PyUnicode_Check(key.ptr())) refuse("Only string keys are supported in proto pytree serialization.");
        const std::string name = text(key);
        const auto [at, added] = number.emplace(name, strings.size());
        if (added) strings.push_back(name);
        wire::varint(ids, at->second);
      }
      std::string keys;
      if (!ids.empty()) wire::field(keys, 1, ids);
      wire::field(one, 3, keys);
    }
    wire::field(message, 1, one);
  }
  for (const std::string& each : strings) wire::field(message, 2, each);
  return message;
}

Structure Structure::deserialize(nb::object registry, std::string_view message) {
  Structure made(std::move(registry));
  std::vector<nb::object> strings;
  std::vector<std::string_view> nodes;
  wire::Reader whole(message);
  while (whole.next()) {
    if (whole.number() == 1) nodes.push_back(whole.bytes());
    if (whole.number() == 2) {
      const std::string_view bytes = whole.bytes();
      strings.push_back(nb::str(bytes.data(), bytes.size()));
    }
  }
  if (!whole.good()) throw std::runtime_error("Could not deserialize PyTreeDefProto.");
  for (std::string_view each : nodes) made.nodes_.push_back(node_from_proto(each, strings));
  made.count();
  made.check();
  return made;
}

nb::object Structure::node_data() const {
  if (nodes_.empty()) throw std::logic_error("empty PyTreeDef traversal.");
  const Node& root = nodes_.back();
  const auto of = [](PyTypeObject* type, nb::object data) {
    return nb::make_tuple(nb::handle(reinterpret_cast<PyObject*>(type)), std::move(data));
  };
  switch (root.kind) {
    case Kind::kLeaf:
      return nb::none();
    case Kind::kNone:
      return of(Py_TYPE(Py_None), nb::none());
    case Kind::kTuple:
      return of(&PyTuple_Type, nb::none());
    case Kind::kList:
      return of(&PyList_Type, nb::none());
    case Kind::kDict:
      return of(&PyDict_Type, root.key_list());
    case Kind::kNamedTuple:
      return nb::make_tuple(root.data, nb::none());
    default:
      return nb::make_tuple(root.custom->type, root.data);
  }
}

Structure Structure::from_node_data(nb::object registry, nb::object node_data, nb::handle children) {
  Structure made(std::move(registry));
  Node root;
  for (nb::handle each : children) {
    const auto& child = nb::cast<const Structure&>(each);
    // Built-in nodes are valid in any registry, but a registration only lives as long as its registry.
    if (child.registry_ != made.registry_ &&
        std::any_of(child.nodes_.begin(), child.nodes_.end(), [](const Node& node) { return node.custom; })) {
      refuse("Custom nodes of another PyTree registry cannot be children.");
    }
    made.nodes_.insert(made.nodes_.end(), child.nodes_.begin(), child.nodes_.end());
    root.leaves += child.leaves();
    ++root.arity;
  }
  root.nodes = made.nodes() + 1;
  if (node_data.is_none()) {
    if (root.arity != 0) throw std::logic_error("PyTreeDef traversal did not yield a singleton.");
    ++root.leaves;
    made.nodes_.push_back(std::move(root));
    return made;
  }
  auto [type, data] = nb::cast<std::pair<nb::object, nb::object>>(node_data);
  const int tuple = PyObject_IsSubclass(type.ptr(), reinterpret_cast<PyObject*>(&PyTuple_Type));
  if (tuple < 0) throw nb::python_error();
  if (tuple && nb::hasattr(type, "_fields")) {
    root.kind = Kind::kNamedTuple;
    root.data = type;
  } else {
    const Registration* found = made.registry_->find(type);
    if (found == nullptr) throw std::logic_error("Could not find type: " + repr_of(type) + ".");
    root.kind = found->kind;
    if (root.kind == Kind::kCustom || root.kind == Kind::kDataclass) {
      root.custom = found;
      root.data = data;
    } else if (root.kind == Kind::kDict) {
      root.set_keys(nb::list(data));
    }
  }
  made.nodes_.push_back(std::move(root));
  made.count();
  if (made.nodes_.back().kind != Kind::kNone) made.check();
  return made;
}

}  // namespace jaxlib
