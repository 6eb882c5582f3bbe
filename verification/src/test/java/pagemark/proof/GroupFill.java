package pagemark.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.WriteResult;
import pagemark.key.Group;

/// Writes one group through the index's own writer.
record GroupFill(IndexStore store, GroupRef group) {
  private static final String GENERATION = "proof00000";
  private static final int BATCH = 10_000;
  private static final IndexSettings PATIENT =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(10), Duration.ofMinutes(2));

  /// An index with no groups, ready to be read.
  static IndexStore open(String url) {
    IndexStore store = IndexStores.open(url, PATIENT);
    store.markers().building(GENERATION, "proof", Instant.EPOCH);
    store.markers().ready(GENERATION, "proof");
    return store;
  }

  static GroupFill of(IndexStore store, String group) {
    return new GroupFill(store, new GroupRef(GENERATION, "entries", new Group(group)));
  }

  /// As a rebuild does, in order of time.
  ///
  /// @return entries per second
  double fill(PositionStream stream, int count) {
    long begin = System.nanoTime();
    for (int first = 0; first < count; first += BATCH) {
      List<Op> ops =
          PositionStream.ops(
              stream.inTime(first, Math.min(BATCH, count - first)), _ -> new Rule.Unfenced());
      write(ops);
    }
    return count * 1e9 / (System.nanoTime() - begin);
  }

  void write(List<Op> ops) {
    for (WriteResult result : store.writer().write(List.of(new GroupWrite(group, ops)))) {
      if (!(result instanceof WriteResult.Written(int applied, int _, var _, var _))
          || applied < ops.size()) {
        throw new IllegalStateException("not written: " + result);
      }
    }
  }
}
