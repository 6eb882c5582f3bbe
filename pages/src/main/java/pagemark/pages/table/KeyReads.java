package pagemark.pages.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.table.FetchPlan.BatchGet;

/// Reads items by key in one round trip, and retries throttled keys within the bounds of [Pauses].
public record KeyReads(TableReader table, Pauses pauses) {
  /// @param began when the page's first read began
  /// @param suffices takes each read, and says whether the keys that it left are not needed
  /// @return a read for each round trip
  /// @throws TableUnavailable if keys are still unread after all retries
  public List<TableRead> read(
      Listing listing, BatchGet wanted, Instant began, Predicate<TableRead> suffices) {
    List<TableRead> reads = new ArrayList<>();
    BatchGet next = wanted;
    while (true) {
      TableRead read = table.read(listing, next);
      reads.add(read);
      if (suffices.test(read) || read.left().keys().isEmpty()) {
        return reads;
      }
      if (!pauses.before(reads.size(), began)) {
        throw read.left().refusal().orElseGet(() -> new TableUnavailable(null));
      }
      next = next.again(read.left());
    }
  }
}
