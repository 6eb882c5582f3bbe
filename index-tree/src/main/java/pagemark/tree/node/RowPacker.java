package pagemark.tree.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Iterator;
import java.util.List;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.index.rows.Row;

/// Packs the rows of a chunk of a sorted run. Each row says only how it differs from the one
/// before:
///
/// ```
/// chunk: for each row:
///   0 if it is of the group before; else 1 + length of the group's name, and the name
///   length that its place shares with the place before; length of the rest; the rest
///   the number of the cell's ordinals; the ordinals
/// ```
///
/// All lengths and ordinals are numbers of [Packer].
public final class RowPacker {
  private static final byte[] NOTHING = {};

  private final Packer out = new Packer();
  private Group group = new Group("");
  private byte[] place = NOTHING;
  private boolean isEmpty = true;

  public int length() {
    return out.length();
  }

  /// Adds a row behind all others.
  public void add(Row row) {
    byte[] bytes = Place.of(row.entry().position()).toArray();
    if (!isEmpty && row.group().equals(group)) {
      out.number(0);
    } else {
      byte[] name = row.group().text().getBytes(UTF_8);
      out.number(1L + name.length).bytes(name);
    }
    int shared = RegisterPacker.shared(place, bytes);
    out.number(shared).number(bytes.length - shared).bytes(bytes, shared);
    List<Integer> ordinals = row.entry().cell().ordinals();
    out.number(ordinals.size()).numbers(ordinals);
    group = row.group();
    place = bytes;
    isEmpty = false;
  }

  public byte[] packed() {
    return out.packed();
  }

  /// Reads what a packer has written, row by row.
  public static Iterator<Row> unpack(byte[] packed) {
    return new Rows(new Unpacker(packed));
  }

  private static final class Rows implements Iterator<Row> {
    private final Unpacker in;
    private Group group = new Group("");
    private byte[] place = NOTHING;

    Rows(Unpacker in) {
      this.in = in;
    }

    @Override
    public boolean hasNext() {
      return in.hasMore();
    }

    @Override
    public Row next() {
      int name = in.count();
      if (name > 0) {
        group = new Group(new String(in.bytes(name - 1), UTF_8));
      }
      place = RegisterPacker.joined(place, in.count(), in.bytes(in.count()));
      Cell cell = RegisterPacker.cell(in.numbers(in.count()));
      return new Row(group, new Entry(cell, Place.position(Bytes.of(place))));
    }
  }
}
