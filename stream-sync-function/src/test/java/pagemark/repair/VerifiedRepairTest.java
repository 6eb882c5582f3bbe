package pagemark.repair;

import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.Fence;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector.GroupDump;

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

  @Override
  @Nullable Fence fence(GroupDump dump, Entry entry) {
    return dump.fences().get(Bytes.utf8("rita"));
  }
}
