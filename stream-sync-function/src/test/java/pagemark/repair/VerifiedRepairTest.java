package pagemark.repair;

import java.time.InstantSource;
import java.util.Set;
import pagemark.entry.Entry;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;

/// Repairs in an index that keeps fences by item.
final class VerifiedRepairTest extends VerifiedRepairContract {
  @Override
  InMemoryIndex emptyIndex(InstantSource clock) {
    return new InMemoryIndex(clock, IndexSettings.DEFAULT);
  }

  @Override
  Set<Entry> named(Entry entry) {
    return Set.of();
  }
}
