package pagemark.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A filter of a proof's listing.
///
/// @param values as requests write them, with `other`
record FilterValues(String name, String attribute, List<String> values) {
  /// The value that an item has.
  String of(Map<String, AttributeValue> item) {
    String text = item.containsKey(attribute) ? Attribute.text(item, attribute) : "other";
    return values.contains(text) ? text : "other";
  }

  /// Every set of values but the empty one.
  List<List<String>> subsets() {
    return IntStream.range(1, 1 << values.size()).mapToObj(this::subset).toList();
  }

  private List<String> subset(int bits) {
    return IntStream.range(0, values.size())
        .filter(i -> (bits >> i & 1) == 1)
        .mapToObj(values::get)
        .toList();
  }

  /// Some of the values, at least one.
  List<String> some(Random random) {
    List<String> some = new ArrayList<>(values);
    some.removeIf(value -> random.nextBoolean());
    return some.isEmpty() ? List.of(values.get(random.nextInt(values.size()))) : some;
  }
}
