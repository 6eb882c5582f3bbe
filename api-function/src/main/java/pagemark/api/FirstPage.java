package pagemark.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pagemark.index.PageSlice;
import pagemark.key.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the first page of a group without its index, as the index would give it.
///
/// One Query in the listing's order, one item longer than the page. DynamoDB has its own order
/// among equal sort values, so a tie at the page's lower edge is read to its end, in one more
/// Query, and all is sorted by position. Items that are absent or poison are left out; more is read
/// in their place.
final class FirstPage {
  /// No read begins later than this.
  private static final Duration BEGINNING_MAX = Duration.ofSeconds(5);

  private static final String PLAN = "first-page";

  private final TableReader table;
  private final PageItems items;
  private final InstantSource clock;

  FirstPage(TableReader table, PageItems items, InstantSource clock) {
    this.table = table;
    this.items = items;
    this.clock = clock;
  }

  /// Empty where only the index can say what the page is: the group cannot be queried in order, or
  /// the tie is too large.
  Optional<Checked> read(PageRequest request) {
    if (!FetchPlan.isInOrder(request.listing())) {
      return Optional.empty();
    }
    boolean covers = request.listing().projectionCovers();
    int spares = covers ? 0 : PageReader.spares(request);
    Beginning beginning = new Beginning(request, request.size() + spares);
    Instant latest = clock.instant().plus(BEGINNING_MAX);
    while (!beginning.isComplete()) {
      if (beginning.isExhausted()) {
        return Optional.empty();
      }
      if (clock.instant().isAfter(latest)) {
        throw new ProblemException(Failures.busy());
      }
      beginning.add(table.run(request.listing(), beginning.query()));
    }
    return Optional.of(
        covers ? shown(beginning, request.size()) : fetched(request, beginning, spares));
  }

  private static Checked shown(Beginning beginning, int size) {
    List<Map<String, AttributeValue>> shown =
        beginning.first(size).stream()
            .<Map<String, AttributeValue>>map(Beginning.Placed::item)
            .toList();
    return Checked.of(shown, PLAN, beginning.reads());
  }

  /// The items by their keys, as where an index promises them.
  private Checked fetched(PageRequest request, Beginning beginning, int spares) {
    List<Position> positions =
        beginning.first(request.size() + spares).stream().map(Beginning.Placed::position).toList();
    int size = Math.min(request.size(), positions.size());
    List<Position> page = positions.subList(0, size);
    List<Position> others = positions.subList(size, positions.size());
    PageSlice slice = new PageSlice(positions.size(), page, others, size);
    return items.read(request, slice).after(beginning.reads(), PLAN);
  }
}
