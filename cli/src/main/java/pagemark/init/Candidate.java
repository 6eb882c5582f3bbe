package pagemark.init;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A table or an index that has the items of a group in an order.
///
/// @param index null for the table itself
/// @param projection null for the table itself
record Candidate(
    @Nullable String index, String group, String sort, @Nullable Projection projection) {

  /// All candidates of a table: first the table, then its indexes.
  static List<Candidate> of(TableDescription table) {
    List<Candidate> candidates = new ArrayList<>();
    add(candidates, null, table.keySchema(), null);
    table
        .globalSecondaryIndexes()
        .forEach(gsi -> add(candidates, gsi.indexName(), gsi.keySchema(), gsi.projection()));
    table
        .localSecondaryIndexes()
        .forEach(lsi -> add(candidates, lsi.indexName(), lsi.keySchema(), lsi.projection()));
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
              index, key.getFirst().attributeName(), key.getLast().attributeName(), projection));
    }
  }
}
