package pagemark.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.check.Sampler;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A part of a table that can be listed, and what gives its groups and its order.
///
/// @param index null for the table itself
/// @param group the attribute that names the groups; null for the whole table
/// @param sort the attribute that gives the order; null if items are read by key, so that any may
/// @param projection null for the table itself
/// @param kind with which the sort key of the listed items begins, such as `ORDER#`; null for all
///   items
record Candidate(
    @Nullable String index,
    @Nullable String group,
    @Nullable String sort,
    @Nullable Projection projection,
    @Nullable String kind) {
  private static final int KINDS_MAX = 6;

  /// All candidates of a table: the table by its key, its indexes, the kinds of its items, and the
  /// whole table if its key has one attribute.
  static List<Candidate> of(TableDescription table, Sampler.Sample sample) {
    List<Candidate> candidates = new ArrayList<>();
    List<String> key = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    add(candidates, null, table.keySchema(), null);
    table
        .globalSecondaryIndexes()
        .forEach(gsi -> add(candidates, gsi.indexName(), gsi.keySchema(), gsi.projection()));
    table
        .localSecondaryIndexes()
        .forEach(lsi -> add(candidates, lsi.indexName(), lsi.keySchema(), lsi.projection()));
    if (key.size() == 1) {
      candidates.add(new Candidate(null, null, null, null, null));
    } else {
      kinds(sample.items(), key.getLast()).stream()
          .filter(kind -> kind.endsWith("#"))
          .forEach(kind -> candidates.add(new Candidate(null, key.getFirst(), null, null, kind)));
    }
    return candidates;
  }

  private static void add(
      List<Candidate> candidates,
      @Nullable String index,
      List<KeySchemaElement> key,
      @Nullable Projection projection) {
    if (key.size() == 2) {
      candidates.add(
          new Candidate(
              index,
              key.getFirst().attributeName(),
              key.getLast().attributeName(),
              projection,
              null));
    }
  }

  /// The beginnings of an attribute up to `#`, such as `ORDER#`; a text without one is its own.
  /// Empty if they tell no kinds.
  static List<String> kinds(List<Map<String, AttributeValue>> items, String attribute) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      String text = item.getOrDefault(attribute, AttributeValue.fromS("")).s();
      counts.merge(text == null ? "" : text.replaceFirst("(?s)#.*", "#"), 1, Integer::sum);
    }
    boolean areKinds =
        counts.size() > 1
            && counts.size() <= KINDS_MAX
            && counts.keySet().stream().anyMatch(kind -> kind.endsWith("#"));
    return areKinds ? List.copyOf(counts.keySet()) : List.of();
  }

  /// The beginning up to `#` that all values of an attribute share; empty if there is none.
  static String sharedKind(List<Map<String, AttributeValue>> items, String attribute) {
    List<String> beginnings =
        items.stream()
            .map(item -> item.getOrDefault(attribute, AttributeValue.fromS("")).s())
            .map(text -> text == null || !text.contains("#") ? "" : text.split("#", 2)[0] + "#")
            .distinct()
            .toList();
    return beginnings.size() == 1 ? beginnings.getFirst() : "";
  }
}
