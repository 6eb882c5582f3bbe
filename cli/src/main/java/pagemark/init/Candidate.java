package pagemark.init;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableSample;
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

  /// All candidates of a table: the table by its key, its indexes, the kinds of its items, and the
  /// whole table if its key has one attribute.
  static List<Candidate> of(TableDescription table, TableSample sample) {
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
      Kinds.of(sample.items(), key.getLast()).stream()
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
}
