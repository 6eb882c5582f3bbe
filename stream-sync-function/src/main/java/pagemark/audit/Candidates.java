package pagemark.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.listing.Indexable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The candidates of both passes of an audit, up to a limit of memory.
final class Candidates {
  private final int max;
  private final Map<Map<String, AttributeValue>, DoubtfulItem> byKey = new LinkedHashMap<>();
  private boolean overflowed;

  Candidates(int max) {
    this.max = max;
  }

  /// @param key the item's key attributes
  /// @param item the item key
  /// @param seen an entry that the group should not have; null if one may be missing
  /// @param truth where the item belongs by the table
  synchronized void add(
      Map<String, AttributeValue> key,
      Bytes item,
      Group group,
      @Nullable Entry seen,
      Indexable truth) {
    if (byKey.size() == max && !byKey.containsKey(key)) {
      overflowed = true;
      return;
    }
    DoubtfulItem candidate = byKey.computeIfAbsent(key, k -> new DoubtfulItem(k, item));
    candidate.watch(group, seen);
    candidate.judge(truth);
  }

  synchronized List<DoubtfulItem> all() {
    return List.copyOf(byKey.values());
  }

  /// Whether there were more candidates than the limit.
  synchronized boolean overflowed() {
    return overflowed;
  }
}
