#include "pjrt/bytecode.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace pjrt::bytecode {
namespace {

// The maximum nesting depth of regions, and that of attributes and types. Both are visited recursively; a stack of 8 MB
// is enough for 6,000 nested locations, and not for 7,000 (measured).
constexpr int kDeepest = 500;
constexpr std::size_t kDeepestValue = 3000;

// The encodings of attributes and types, by code, as far as they refer to others: `a` and `t` are the number of an
// attribute or type, `A` and `T` a list of them, `N` a list of pairs of attributes, `o` an optional attribute, `v` a
// number, and `V` a list of numbers. What follows has no references.
constexpr const char* kBuiltinAttributes[] = {
    "A", "N", "", "vt", "a", "aA", "t", "", "t", "t", "aa", "a", "A", "Aa", "aa", "", "t", "t", "t", "t", "", "a", "aV"};
constexpr const char* kBuiltinTypes[] = {"", "", "TT", "", "", "", "", "", "", "t", "", "", "", "Vt", "aVt",
                                         "T", "", "", "t"};
constexpr const char* kVhloAttributes[] = {"", "A", "", "", "", "", "N", "", "t", "t", "", "", "",
                                           "", "", "t", "", "t", "", "", "vvva", "", "ao", "aa", "av", "ao"};
constexpr const char* kVhloTypes[] = {"", "t", "", "", "", "", "", "", "TT", "", "", "", "", "",
                                      "", "", "", "", "", "", "Vt", "aVt", "", "T", "", "t",
                                      "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                                      "Vt", "T"};

// The codes of VHLO's attributes and types whose meaning is checked, and those of number types, with their widths in
// bits.
constexpr std::uint64_t kVhloFloat = 8, kVhloInteger = 9, kVhloElements = 15, kVhloType = 17;
constexpr std::uint64_t kVhloComplex = 1, kVhloFunction = 8, kVhloTensor = 20, kVhloEncodedTensor = 21,
                        kVhloQuantized = 24;
struct VhloNumber {
  std::uint64_t code;
  unsigned bits;
  bool floating;
};
constexpr VhloNumber kVhloNumbers[] = {
    {0, 1, false},  {2, 16, true},   {3, 16, true},   {4, 32, true},   {5, 64, true},   {6, 8, true},    {7, 8, true},
    {9, 64, false}, {10, 4, false},  {11, 8, false},  {12, 16, false}, {13, 32, false}, {14, 64, false}, {15, 4, false},
    {16, 8, false}, {17, 16, false}, {18, 32, false}, {19, 64, false}, {27, 8, true},   {28, 8, true},   {29, 8, true},
    {31, 2, false}, {32, 2, false},  {34, 19, true},  {35, 8, true},   {36, 8, true},   {37, 4, true},   {38, 6, true},
    {39, 6, true},  {40, 8, true}};

// The operations whose properties VHLO's conversion to StableHLO trusts: the codes of their attributes, in order; 0 for
// one that it checks itself.
struct Trusted {
  std::string_view name;
  unsigned char codes[12];
};
constexpr unsigned char kList = 1, kString = 14, kAccuracy = 20;
constexpr Trusted kTrusted[] = {
    {"func_v1", {kList, kVhloType, kList, kString, kString}},
    {"dot_general_v1", {0, 0, kList}},
    {"dot_general_v2", {0, 0, 0, 0, 0, 0, 0, kList}},
    {"cbrt_v2", {kAccuracy}},
    {"cosine_v2", {kAccuracy}},
    {"exponential_v2", {kAccuracy}},
    {"exponential_minus_one_v2", {kAccuracy}},
    {"log_v2", {kAccuracy}},
    {"log_plus_one_v2", {kAccuracy}},
    {"logistic_v2", {kAccuracy}},
    {"rsqrt_v2", {kAccuracy}},
    {"sine_v2", {kAccuracy}},
    {"sqrt_v2", {kAccuracy}},
    {"tan_v2", {kAccuracy}},
    {"tanh_v2", {kAccuracy}},
};

const Trusted* trusted(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kTrusted), std::end(kTrusted), [&](const Trusted& each) { return each.name == name; });
  return found == std::end(kTrusted) ? nullptr : found;
}

struct Damaged {
  std::string what;
};

// A read position in bytes.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

  unsigned byte() { return static_cast<unsigned char>(take(1).front()); }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    const std::size_t size = read_varint(rest_, value);
    if (size == 0) throw Damaged{"it ends within a number"};
    rest_.remove_prefix(size);
    return value;
  }

  // `number` things that take at least one byte each, of these bytes.
  std::uint64_t fits(std::uint64_t number, const char* noun) const {
    if (number > rest_.size()) {
      throw Damaged{std::to_string(number) + " " + noun + " in " + std::to_string(rest_.size()) + " bytes"};
    }
    return number;
  }
  std::uint64_t count(const char* noun) { return fits(varint(), noun); }

  // Skips a list: its length, and that many numbers.
  std::uint64_t skip_list(const char* noun) {
    const std::uint64_t length = count(noun);
    for (std::uint64_t i = 0; i < length; ++i) varint();
    return length;
  }

  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      throw Damaged{std::to_string(size) + " bytes where there are " + std::to_string(rest_.size())};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  // The number and the content of a section.
  std::pair<unsigned, std::string_view> section(std::string_view all) {
    const unsigned number = byte();
    const std::uint64_t size = varint();
    if ((number & 0x80U) != 0) {
      const std::uint64_t alignment = varint();
      if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        throw Damaged{"a section's alignment is " + std::to_string(alignment)};
      }
      const auto at = static_cast<std::uint64_t>(rest_.data() - all.data());
      take(-at & (alignment - 1));
    }
    return {number & 0x7FU, take(size)};
  }

 private:
  std::string_view rest_;
};

class Checker {
 public:
  explicit Checker(std::string_view program) : program_(program) {}

  void run() {
    Cursor source(program_.substr(kMagic.size()));
    version_ = source.varint();
    if (version_ > kNewest) return;
    while (source.byte() != 0) {  // the producer's name
    }
    std::string_view sections[kSections];
    while (!source.empty()) {
      const auto [number, content] = source.section(program_);
      if (number >= kSections) throw Damaged{"it has a section " + std::to_string(number)};
      sections[number] = content;
    }
    strings(Cursor(sections[kStrings]));
    dialects(Cursor(sections[kDialects]));
    table(Cursor(sections[kOffsets]), sections[kValues]);
    references();
    numbers();
    if (!sections[kPropertySection].empty()) properties(Cursor(sections[kPropertySection]));
    // A block that usually holds one operation, the module.
    Cursor ir(sections[kIr]);
    const std::uint64_t word = ir.varint();
    if ((word & 1U) != 0) throw Damaged{"arguments of the program itself"};
    Values none;
    for (std::uint64_t left = ir.fits(word >> 1U, "operations"); left > 0; --left) operation(ir, none, 0);
  }

 private:
  // The values of an isolated region and the regions in it: how often each is used.
  using Values = std::vector<std::uint64_t>;
  // An order of the uses of a value, as pairs of positions: the value, and the largest position.
  using Orders = std::vector<std::pair<std::size_t, std::uint64_t>>;

  void strings(Cursor source) {
    std::vector<std::uint64_t> sizes(source.count("strings"));
    for (std::uint64_t& size : sizes) {
      size = source.varint();
      if (size == 0) throw Damaged{"a string without its end"};
    }
    // The sizes are in reverse order.
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) strings_.push_back(source.take(*size).substr(0, *size - 1));
    if (!source.empty()) throw Damaged{std::to_string(source.left()) + " bytes that are in no string"};
  }

  std::string_view string(std::uint64_t number) const {
    if (number >= strings_.size()) {
      throw Damaged{"string " + std::to_string(number) + " of " + std::to_string(strings_.size())};
    }
    return strings_[number];
  }

  // The number of entries in a group of the same dialect.
  std::uint64_t group(Cursor& source, std::uint64_t dialect, const char* noun) const {
    if (dialect >= dialect_names_.size()) {
      throw Damaged{"dialect " + std::to_string(dialect) + " of " + std::to_string(dialect_names_.size())};
    }
    return source.count(noun);
  }

  void dialects(Cursor source) {
    for (std::uint64_t left = source.count("dialects"); left > 0; --left) {
      const std::uint64_t word = source.varint();
      dialect_names_.push_back(string(version_ >= kDialectVersions ? word >> 1U : word));
      if (version_ >= kDialectVersions && (word & 1U) != 0 && source.section(program_).first != kVersions) {
        throw Damaged{"a dialect's version is in another section"};
      }
    }
    if (version_ >= kElided) source.count("operation names");
    while (!source.empty()) {
      const std::uint64_t dialect = source.varint();
      for (std::uint64_t left = group(source, dialect, "operation names"); left > 0; --left) {
        const std::uint64_t word = source.varint();
        const std::string_view name = string(version_ >= kPropertyTable ? word >> 1U : word);
        names_.push_back(dialect_names_[dialect] == "vhlo" ? trusted(name) : nullptr);
      }
    }
  }

  void table(Cursor source, std::string_view data) {
    attributes_ = source.count("attributes");
    types_ = source.count("types");
    source.fits(attributes_ + types_, "attributes and types");
    table_.reserve(attributes_ + types_);
    for (const bool is_type : {false, true}) {
      const char* noun = is_type ? "types" : "attributes";
      for (std::uint64_t left = is_type ? types_ : attributes_; left > 0;) {
        const std::uint64_t dialect = source.varint();
        const std::uint64_t entries = group(source, dialect, noun);
        if (entries > left) {
          throw Damaged{std::to_string(entries) + " " + noun + " of a dialect where " + std::to_string(left) +
                        " are left"};
        }
        left -= entries;
        for (std::uint64_t i = 0; i < entries; ++i) {
          const std::uint64_t word = source.varint();
          if ((word >> 1U) > data.size()) throw Damaged{std::string("the bytes of ") + noun + " end early"};
          table_.push_back(value(dialect, is_type, (word & 1U) != 0, data.substr(0, word >> 1U)));
          data.remove_prefix(word >> 1U);
        }
      }
    }
  }

  // An attribute or type: its code, and the numbers of those that it refers to, where types follow attributes.
  struct Value {
    bool vhlo = false;
    std::uint64_t code = ~std::uint64_t{0};  // unknown: of another dialect, or text
    std::vector<std::uint64_t> parts, shape;
    std::uint64_t size = 0;  // of an attribute of elements, in bytes
  };

  Value value(std::uint64_t dialect, bool is_type, bool encoded, std::string_view bytes) const {
    const std::string_view name = dialect_names_[dialect];
    Value made;
    made.vhlo = name == "vhlo";
    if (!encoded || (!made.vhlo && name != "builtin")) return made;
    Cursor source(bytes);
    made.code = source.varint();
    const char* encoding = "";
    const auto of = [&](const auto& encodings) {
      if (made.code < std::size(encodings)) encoding = encodings[made.code];
    };
    if (made.vhlo) {
      is_type ? of(kVhloTypes) : of(kVhloAttributes);
    } else {
      is_type ? of(kBuiltinTypes) : of(kBuiltinAttributes);
    }
    for (; *encoding != '\0'; ++encoding) part(source, *encoding, made);
    if (made.vhlo && !is_type && made.code == kVhloElements) made.size = source.varint();
    return made;
  }

  void part(Cursor& source, char kind, Value& made) const {
    const auto one = [&](std::uint64_t number, bool is_type) {
      is_type ? type(number) : attribute(number);
      made.parts.push_back(is_type ? attributes_ + number : number);
    };
    switch (kind) {
      case 'a':
      case 't':
        return one(source.varint(), kind == 't');
      case 'A':
      case 'T':
        for (std::uint64_t left = source.count("parts"); left > 0; --left) one(source.varint(), kind == 'T');
        return;
      case 'N':
        for (std::uint64_t left = 2 * source.count("named attributes"); left > 0; --left) one(source.varint(), false);
        return;
      case 'o':
        if (const std::uint64_t word = source.varint(); (word & 1U) != 0) one(word >> 1U, false);
        return;
      case 'V':
        for (std::uint64_t left = source.count("numbers"); left > 0; --left) made.shape.push_back(source.varint());
        return;
      default:
        source.varint();
    }
  }

  void properties(Cursor source) {
    for (std::uint64_t left = source.count("properties"); left > 0; --left) {
      properties_.push_back(source.take(source.varint()));
    }
  }

  // Checks the kinds of the properties that VHLO's conversion trusts.
  void kinds(const Trusted* trusted, std::uint64_t number) const {
    if (number >= properties_.size()) {
      throw Damaged{"properties " + std::to_string(number) + " of " + std::to_string(properties_.size())};
    }
    if (trusted == nullptr) return;
    Cursor source(properties_[number]);
    for (const unsigned char code : trusted->codes) {
      if (source.empty()) break;
      const std::uint64_t which = source.varint();
      attribute(which);
      const Value& value = table_[which];
      if (code == 0) continue;
      bool fits = value.vhlo && value.code == code;
      if (fits && code == kVhloType) {
        const Value& type = table_[value.parts.front()];
        fits = type.vhlo && type.code == kVhloFunction;
      }
      if (!fits) throw Damaged{"a property of " + std::string(trusted->name) + " of another kind"};
    }
  }

  // The number type of a VHLO type; null for another type.
  static const VhloNumber* number_type(const Value& type) {
    if (!type.vhlo) return nullptr;
    for (const VhloNumber& each : kVhloNumbers) {
      if (each.code == type.code) return &each;
    }
    return nullptr;
  }

  // MLIR's reader follows references recursively.
  void references() const {
    enum : unsigned char { kNew, kOpen, kDone };
    std::vector<unsigned char> states(table_.size(), kNew);
    std::vector<std::pair<std::uint64_t, std::size_t>> path;  // a value, and how many of its parts are done
    for (std::uint64_t root = 0; root < table_.size(); ++root) {
      if (states[root] == kNew) path.emplace_back(root, 0);
      while (!path.empty()) {
        auto& [number, done] = path.back();
        const Value& value = table_[number];
        states[number] = kOpen;
        if (done == value.parts.size()) {
          states[number] = kDone;
          path.pop_back();
          continue;
        }
        const std::uint64_t next = value.parts[done++];
        if (states[next] == kOpen) throw Damaged{"an attribute or type contains itself"};
        if (states[next] == kNew) path.emplace_back(next, 0);
        if (path.size() > kDeepestValue) throw Damaged{"its attributes are nested too deeply"};
      }
    }
  }

  // VHLO's numbers and tensors have a type that fits them.
  void numbers() const {
    for (std::uint64_t i = 0; i < attributes_; ++i) {
      const Value& value = table_[i];
      if (!value.vhlo) continue;
      if (value.code == kVhloFloat || value.code == kVhloInteger) {
        const VhloNumber* type = number_type(table_[value.parts.front()]);
        if (type == nullptr || type->floating != (value.code == kVhloFloat)) throw Damaged{"a number of another type"};
      } else if (value.code == kVhloElements) {
        elements(table_[value.parts.front()], value.size);
      }
    }
  }

  // Checks that `size` bytes are enough for a tensor's elements, or are those of one.
  void elements(const Value& tensor, std::uint64_t size) const {
    if (!tensor.vhlo || (tensor.code != kVhloTensor && tensor.code != kVhloEncodedTensor)) {
      throw Damaged{"elements of a type that is not a tensor"};
    }
    const Value& element = table_[tensor.parts.back()];
    const bool complex = element.vhlo && element.code == kVhloComplex;
    const VhloNumber* type = number_type(complex ? table_[element.parts.front()] : element);
    if (type == nullptr) {
      if (element.code == ~std::uint64_t{0} || element.code == kVhloQuantized) return;  // not looked into
      throw Damaged{"elements of a type that is not a number"};
    }
    const std::uint64_t bits = (complex ? 2 : 1) * type->bits, one = (bits + 7) / 8;
    std::uint64_t number = 1;
    for (const std::uint64_t word : tensor.shape) {
      // A zigzag-encoded number: a negative one is a dynamic dimension.
      if ((word & 1U) != 0) throw Damaged{"elements of a tensor without a shape"};
      if (__builtin_mul_overflow(number, word >> 1U, &number)) number = ~std::uint64_t{0} / 64;
    }
    // Elements of less than a byte may be packed.
    const std::uint64_t packed = number / 8 * bits + (number % 8 * bits + 7) / 8;
    if (size == one || size >= packed) return;
    throw Damaged{std::to_string(size) + " bytes of elements for " + std::to_string(number) + " of " +
                  std::to_string(bits) + " bits"};
  }

  void attribute(std::uint64_t number) const {
    if (number >= attributes_) {
      throw Damaged{"attribute " + std::to_string(number) + " of " + std::to_string(attributes_)};
    }
  }

  void type(std::uint64_t number) const {
    if (number >= types_) throw Damaged{"type " + std::to_string(number) + " of " + std::to_string(types_)};
  }

  // Reads the orders of the uses of `number` values, the first of which is `first`.
  static void orders(Cursor& source, std::uint64_t number, std::size_t first, Orders& all) {
    const bool one = number <= 1;
    for (std::uint64_t left = one ? 1 : source.count("orders of uses"); left > 0; --left) {
      const std::uint64_t which = one ? 0 : source.varint();
      const std::uint64_t word = source.varint();
      const std::uint64_t length = source.fits(word >> 1U, "positions of uses");
      const bool pairs = (word & 1U) != 0;
      std::uint64_t largest = 0;
      for (std::uint64_t i = 0; i < length; ++i) {
        const std::uint64_t position = source.varint();
        if (i % 2 == 0 && position > largest) largest = position;
      }
      if (pairs && length > 0 && which < number) all.emplace_back(first + which, largest);
    }
  }

  // Reads an operation; returns the number of its results. `next` is the number of the first one; the orders of their
  // uses are appended to `kept`, which may be null.
  std::uint64_t operation(Cursor& source, Values& values, int depth, std::size_t next = 0, Orders* kept = nullptr) {
    if (depth > kDeepest) throw Damaged{"its regions are nested too deeply"};
    const std::uint64_t name = source.varint();
    if (name >= names_.size()) throw Damaged{"an operation's name that is not there"};
    const unsigned mask = source.byte();
    attribute(source.varint());
    if ((mask & kAttributes) != 0) attribute(source.varint());
    if ((mask & kProperties) != 0) kinds(names_[name], source.varint());
    std::uint64_t results = 0;
    if ((mask & kResults) != 0) {
      results = source.count("results");
      for (std::uint64_t i = 0; i < results; ++i) type(source.varint());
    }
    if ((mask & kOperands) != 0) {
      for (std::uint64_t left = source.count("operands"); left > 0; --left) {
        const std::uint64_t value = source.varint();
        if (value >= values.size()) {
          throw Damaged{"value " + std::to_string(value) + " of " + std::to_string(values.size())};
        }
        ++values[value];
      }
    }
    if ((mask & kSuccessors) != 0) source.skip_list("successors");
    if ((mask & kUseOrders) != 0 && version_ >= kUseLists) {
      Orders unknown;
      orders(source, results, next, kept == nullptr ? unknown : *kept);
    }
    if ((mask & kRegions) != 0) regions(source, values, depth);
    return results;
  }

  void regions(Cursor& source, Values& values, int depth) {
    const std::uint64_t word = source.varint();
    const std::uint64_t number = source.fits(word >> 1U, "regions");
    if (number == 0) return;
    Values own;
    Values& scope = (word & 1U) != 0 ? own : values;
    if ((word & 1U) == 0 || version_ < kLazy) {
      for (std::uint64_t i = 0; i < number; ++i) region(source, scope, depth);
      return;
    }
    const auto [section, content] = source.section(program_);
    if (section != kIr) throw Damaged{"a region in section " + std::to_string(section)};
    Cursor inner(content);
    inner.fits(number, "regions");
    for (std::uint64_t i = 0; i < number; ++i) region(inner, scope, depth);
  }

  void region(Cursor& source, Values& values, int depth) {
    const std::uint64_t blocks = source.count("blocks");
    if (blocks == 0) return;
    const std::uint64_t number = source.count("values");
    const std::size_t first = values.size(), last = first + number;
    std::size_t next = first;
    values.resize(last);
    Orders kept;
    const auto define = [&](std::uint64_t more) {
      if (more > last - next) throw Damaged{"more values than the " + std::to_string(number) + " of their region"};
      next += more;
    };
    for (std::uint64_t i = 0; i < blocks; ++i) {
      const std::uint64_t word = source.varint();
      if ((word & 1U) != 0) arguments(source, next, define, kept);
      for (std::uint64_t left = source.fits(word >> 1U, "operations"); left > 0; --left) {
        const std::uint64_t results = operation(source, values, depth + 1, next, &kept);
        if (number != 0) define(results);
      }
    }
    for (const auto& [value, largest] : kept) {
      // MLIR applies no order to fewer uses than two.
      if (value < last && values[value] > 1 && largest >= values[value]) {
        throw Damaged{"use " + std::to_string(largest) + " of " + std::to_string(values[value])};
      }
    }
    values.resize(first);
  }

  template <class Define>
  void arguments(Cursor& source, std::size_t first, const Define& define, Orders& kept) const {
    const std::uint64_t number = source.count("arguments");
    for (std::uint64_t i = 0; i < number; ++i) {
      const std::uint64_t word = source.varint();
      type(version_ >= kElided ? word >> 1U : word);
      if (version_ < kElided || (word & 1U) != 0) attribute(source.varint());
    }
    define(number);
    if (version_ >= kUseLists && source.byte() != 0) orders(source, number, first, kept);
  }

  std::string_view program_;
  std::uint64_t version_ = 0, attributes_ = 0, types_ = 0;
  std::vector<std::string_view> strings_, dialect_names_, properties_;
  std::vector<const Trusted*> names_;  // of operations
  std::vector<Value> table_;  // the attributes, then the types
};

}  // namespace

std::string damage(std::string_view program) {
  if (program.substr(0, kMagic.size()) != kMagic) return "";
  try {
    Checker(program).run();
  } catch (const Damaged& damaged) {
    return damaged.what;
  }
  return "";
}

}  // namespace pjrt::bytecode
