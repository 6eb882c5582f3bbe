package pagemark.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Place;

/// How far the comparison of one group has come, so that the next invocation goes on there. One
/// thread works on a group at a time.
final class Bookmark {
  /// Whether the kept counts have been compared.
  boolean counted;

  /// The positions of the whole group that have been read.
  final Fingerprint seen;

  /// The set that is being read, by its index in [pagemark.index.Inspector#sets].
  int set;

  /// The place in that set at which reading goes on.
  Bytes from = Place.FIRST;

  /// The buckets whose entries are compared with their items; null until all of the group has been
  /// read once.
  @Nullable BitSet doubtful;

  /// Entries without a readable key: in the whole, and in its cells.
  long unreadable;

  long unreadableInCells;

  Bookmark(Fingerprint seen) {
    this.seen = seen;
  }

  /// @param place null at the end of the set
  void goOn(@Nullable Bytes place) {
    set += place == null ? 1 : 0;
    from = place == null ? Place.FIRST : place;
  }

  /// Begins to compare entries with their items.
  void doubt(BitSet buckets) {
    doubtful = buckets;
    set = 0;
    from = Place.FIRST;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeBoolean(counted);
    seen.write(out);
    out.writeInt(set);
    out.writeInt(from.length());
    out.write(from.toArray());
    out.writeLong(unreadable);
    out.writeLong(unreadableInCells);
    out.writeBoolean(doubtful != null);
    if (doubtful != null) {
      Fingerprint.write(doubtful, out);
    }
  }

  /// Reads what [#write] wrote.
  static Bookmark read(DataInputStream in) throws IOException {
    boolean counted = in.readBoolean();
    Bookmark read = new Bookmark(Fingerprint.read(in));
    read.counted = counted;
    read.set = in.readInt();
    read.from = Bytes.of(in.readNBytes(in.readInt()));
    read.unreadable = in.readLong();
    read.unreadableInCells = in.readLong();
    read.doubtful = in.readBoolean() ? Fingerprint.readBits(in) : null;
    return read;
  }
}
