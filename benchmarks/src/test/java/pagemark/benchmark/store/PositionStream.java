package pagemark.benchmark.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Op;
import pagemark.index.Rule;

/// Entries of one group in the score layout: a time in whole seconds, up to a few entries each, and
/// the 36 characters of a random UUID as the key.
public record PositionStream(Random random) {
  /// Of so many entries one is in the rare cell.
  static final int RARE = 20_000;

  private static final int FIRST_SECOND = 1_600_000_000;
  private static final byte POSITIVE = (byte) 0x81;

  /// Entries one after the other in time, as they come to be written.
  ///
  /// @param first the number of the first, from 0
  public List<Entry> inTime(long first, int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(entry(FIRST_SECOND + (first + i) / 2));
    }
    return entries;
  }

  /// Entries at any places among the first `among`, as a scan of the table brings them.
  public List<Entry> anywhere(long among, int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(entry(FIRST_SECOND + random.nextLong(among / 2)));
    }
    return entries;
  }

  private Entry entry(long second) {
    String key = new UUID(random.nextLong(), random.nextLong()).toString();
    return new Entry(Cell.WHOLE, new Position(second, Bytes.utf8(key)));
  }

  /// @param rule of an op by its number
  public static List<Op> ops(List<Entry> entries, IntFunction<Rule> rule) {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      ops.add(new Op(entry.position().member(), rule.apply(i), entry, Set.of()));
    }
    return ops;
  }

  /// The key of an entry's place, in the bytes of docs/internals/index-layout.md.
  static byte[] place(Entry entry) {
    byte[] member = entry.position().member().toArray();
    return ByteBuffer.allocate(1 + Double.BYTES + member.length)
        .put(POSITIVE)
        .putDouble(entry.position().score())
        .put(member)
        .array();
  }
}
