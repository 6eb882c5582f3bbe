package pagemark.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// All images of each item of a table, and since when the table's GSIs show them. The GSIs are
/// behind the table, by another time for each item. The key is `PK`; an item that does not exist
/// has an empty image.
final class ItemHistory {
  private static final Map<String, AttributeValue> NONE = Map.of();

  private record Version(Map<String, AttributeValue> image, Instant inIndexesAt) {}

  private final Map<String, List<Version>> versions = new TreeMap<>();

  /// The version number of each item at a moment, in the table and in its GSIs.
  record Mark(Map<String, Integer> table, Map<String, Integer> indexes) {}

  /// @param items all items of the table
  /// @param inIndexesAt when the GSIs show the changes since the last call
  void follow(Collection<Map<String, AttributeValue>> items, Instant inIndexesAt) {
    Set<String> gone = new HashSet<>(versions.keySet());
    for (Map<String, AttributeValue> item : items) {
      add(key(item), item, inIndexesAt);
      gone.remove(key(item));
    }
    gone.forEach(key -> add(key, NONE, inIndexesAt));
  }

  static String key(Map<String, AttributeValue> item) {
    return item.getOrDefault("PK", AttributeValue.fromS("")).s();
  }

  private void add(String key, Map<String, AttributeValue> image, Instant at) {
    List<Version> all =
        versions.computeIfAbsent(
            key, _ -> new ArrayList<>(List.of(new Version(NONE, Instant.MIN))));
    Version last = all.getLast();
    if (!last.image().equals(image)) {
      Instant inIndexesAt = at.isBefore(last.inIndexesAt()) ? last.inIndexesAt() : at;
      all.add(new Version(image, inIndexesAt));
    }
  }

  Mark mark(Instant now) {
    Map<String, Integer> table = new HashMap<>();
    Map<String, Integer> indexes = new HashMap<>();
    versions.forEach(
        (key, all) -> {
          table.put(key, all.size() - 1);
          indexes.put(key, inIndexes(all, now));
        });
    return new Mark(table, indexes);
  }

  private static int inIndexes(List<Version> all, Instant now) {
    int shown = all.size() - 1;
    while (all.get(shown).inIndexesAt().isAfter(now)) {
      shown--;
    }
    return shown;
  }

  Map<String, AttributeValue> inTable(String key) {
    return versions.containsKey(key) ? versions.get(key).getLast().image() : NONE;
  }

  Map<String, AttributeValue> inIndexes(String key, Instant now) {
    List<Version> all = versions.getOrDefault(key, List.of());
    return all.isEmpty() ? NONE : all.get(inIndexes(all, now)).image();
  }

  /// All existing items, as the table's GSIs show them.
  Stream<Map<String, AttributeValue>> inIndexes(Instant now) {
    return versions.keySet().stream()
        .map(key -> inIndexes(key, now))
        .filter(image -> !image.isEmpty());
  }

  Set<String> keys() {
    return Set.copyOf(versions.keySet());
  }

  /// The images that an item had in the table between two moments.
  List<Map<String, AttributeValue>> inTable(String key, Mark from, Mark to) {
    return images(key, from.table(), to.table());
  }

  /// The images that an item had between two moments in the table or in its GSIs.
  List<Map<String, AttributeValue>> anywhere(String key, Mark from, Mark to) {
    return Stream.of(inTable(key, from, to), images(key, from.indexes(), to.indexes()))
        .flatMap(List::stream)
        .toList();
  }

  private List<Map<String, AttributeValue>> images(
      String key, Map<String, Integer> from, Map<String, Integer> to) {
    List<Version> all = versions.getOrDefault(key, List.of(new Version(NONE, Instant.MIN)));
    return IntStream.rangeClosed(from.getOrDefault(key, 0), to.getOrDefault(key, 0))
        .mapToObj(number -> all.get(number).image())
        .toList();
  }
}
