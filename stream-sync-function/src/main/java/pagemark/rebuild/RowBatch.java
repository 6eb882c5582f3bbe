package pagemark.rebuild;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.rows.Row;
import pagemark.key.KeyAttribute;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.IndexedTable;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The rows of some pages of a scan: of each item that belongs to the listing, its entry in each
/// group. Poison goes into quarantine.
final class RowBatch {
  /// An estimate of what a row takes, without its position.
  private static final int ROW_BYTES = 300;

  private final IndexedTable table;
  private final Generation generation;
  private final Map<Group, List<Entry>> groups = new LinkedHashMap<>();
  private RebuildCounts counts = RebuildCounts.ZERO;
  private long bytes;

  RowBatch(IndexedTable table, Generation generation) {
    this.table = table;
    this.generation = generation;
  }

  /// Takes the rows of a page.
  void add(TableScan.Page page) {
    page.items().forEach(this::judge);
  }

  private void judge(Map<String, AttributeValue> item) {
    switch (isOver(item) ? new Absent() : table.indexable(generation, item)) {
      case Absent() -> count(0, 0);
      case Indexed(var itsGroups, var entry) -> {
        itsGroups.forEach(
            group -> groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(entry));
        bytes += itsGroups.size() * (ROW_BYTES + 2L * entry.position().member().length());
        count(itsGroups.size(), 0);
      }
      case Poison(var reason) -> {
        table.repair().quarantine(Doubt.of(generation, key(item)), reason);
        count(0, 1);
      }
    }
  }

  /// Whether an item has expired, so that no sweep would find its row.
  private boolean isOver(Map<String, AttributeValue> item) {
    return table.isOver(generation, item);
  }

  private void count(int entries, int poison) {
    counts = counts.plus(new RebuildCounts(1, entries, poison, 0));
  }

  private Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    return generation.definition().positions().key().stream()
        .map(KeyAttribute::name)
        .filter(item::containsKey)
        .collect(Collectors.toMap(name -> name, item::get));
  }

  /// The memory that the rows take, about.
  long bytes() {
    return bytes;
  }

  RebuildCounts counts() {
    return counts;
  }

  /// The rows group by group, each group in the order of positions.
  Iterator<Row> byGroup() {
    return rows(groups.keySet().stream());
  }

  /// The rows in the order of a run.
  Iterator<Row> sorted() {
    return rows(groups.keySet().stream().sorted(Row.BY_GROUP));
  }

  private Iterator<Row> rows(Stream<Group> order) {
    return order.flatMap(group -> rows(group, groups.getOrDefault(group, List.of()))).iterator();
  }

  private static Stream<Row> rows(Group group, List<Entry> entries) {
    entries.sort(Comparator.comparing(Entry::position));
    return entries.stream().map(entry -> new Row(group, entry));
  }
}
