package pagemark.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Random writes to an empty table that know what the table holds.
final class RandomWrites {
  private final Random random;
  private final List<String> key;
  private final Supplier<Map<String, AttributeValue>> items;
  private final List<Map<String, AttributeValue>> present = new ArrayList<>();
  private final Set<Map<String, AttributeValue>> keys = new HashSet<>();
  private final List<Write> writes = new ArrayList<>();

  /// @param key the table's key attributes
  /// @param items a random item, with a key that may be taken
  RandomWrites(Random random, List<String> key, Supplier<Map<String, AttributeValue>> items) {
    this.random = random;
    this.key = key;
    this.items = items;
  }

  /// `fills` random items, then `changes` that are random items, others in the place of items, or
  /// deletes.
  List<Write> of(int fills, int changes) {
    for (int i = 0; i < fills; i++) {
      put(items.get());
    }
    for (int i = 0; i < changes; i++) {
      switch (random.nextInt(4)) {
        case 0 -> put(items.get());
        case 1, 2 -> replace();
        default -> delete();
      }
    }
    return List.copyOf(writes);
  }

  private void put(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> itemKey = Attribute.only(item, key);
    boolean isNew = keys.add(itemKey);
    if (isNew) {
      present.add(itemKey);
    }
    writes.add(isNew ? new Write.Insert(item) : new Write.Replace(item));
  }

  /// Another item takes a key that is there: its sort values, and perhaps its group, change.
  private void replace() {
    if (!present.isEmpty()) {
      Map<String, AttributeValue> item = new HashMap<>(items.get());
      item.putAll(present.get(random.nextInt(present.size())));
      writes.add(new Write.Replace(item));
    }
  }

  private void delete() {
    if (!present.isEmpty()) {
      Map<String, AttributeValue> deleted = present.remove(random.nextInt(present.size()));
      keys.remove(deleted);
      writes.add(new Write.Delete(deleted));
    }
  }
}
