package pagemark.tree.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.index.Sequence;
import pagemark.index.rows.Row;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Leaf.Register.Stamp;

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

  /// Packs registers in the order of their places. Each place and each sequence number says only
  /// how it differs from the one before:
  ///
  /// ```
  /// registers: ordinals of a cell, then for each register:
  ///   length shared with the place before; 4 * length of the rest + 2 if present + 1 if stamped
  ///   the rest of the place; if present, the cell's ordinals
  ///   if stamped: 2 * periods behind the clock + 1 if tagged
  ///     length shared with the number before; length of the rest; the rest; if tagged, length and tag
  /// ```
  ///
  /// All lengths and ordinals are numbers of [Packer].
  public static final class RegisterPacker {
    private static final int FLAGS = 4;
    private static final int PRESENT = 2;
    private static final int STAMPED = 1;
    private static final byte[] NOTHING = {};

    private final long clock;
    private final Packer out = new Packer();
    private byte[] place = NOTHING;
    private byte[] sequence = NOTHING;

    /// @param clock the leaf's
    /// @param ordinals the number of filters of the listing
    private RegisterPacker(long clock, int ordinals) {
      this.clock = clock;
      out.number(ordinals);
    }

    /// Packs the registers of a leaf.
    public static RegisterPacker of(Leaf leaf) {
      RegisterPacker packer = new RegisterPacker(leaf.clock(), ordinals(leaf.registers()));
      leaf.registers().forEach(packer::add);
      return packer;
    }

    /// The number of ordinals in the cells of some registers. Those of a listing have equally many.
    private static int ordinals(NavigableMap<Bytes, Register> registers) {
      return registers.values().stream()
          .filter(Register::isPresent)
          .findFirst()
          .map(register -> ordinals(register.cell()).size())
          .orElse(0);
    }

    private static List<Integer> ordinals(@Nullable Cell cell) {
      return cell == null ? List.of() : cell.ordinals();
    }

    public int length() {
      return out.length();
    }

    /// The length that [#add] would give.
    public int lengthWith(Bytes at, Register register) {
      RegisterPacker copy = new RegisterPacker(clock, 0);
      copy.place = place;
      copy.sequence = sequence;
      return length() + copy.add(at, register).length() - 1;
    }

    /// Adds the register of a place behind all others.
    ///
    /// @return this
    public RegisterPacker add(Bytes at, Register register) {
      Stamp stamp = register.stamp();
      byte[] bytes = at.toArray();
      int shared = shared(place, bytes);
      int flags = (register.isPresent() ? PRESENT : 0) + (stamp == null ? 0 : STAMPED);
      out.number(shared)
          .number((long) FLAGS * (bytes.length - shared) + flags)
          .bytes(bytes, shared);
      place = bytes;
      if (register.isPresent()) {
        out.numbers(ordinals(register.cell()));
      }
      if (stamp != null) {
        add(stamp);
      }
      return this;
    }

    private void add(Stamp stamp) {
      byte[] tag = stamp.tag().getBytes(UTF_8);
      byte[] bytes = bytes(stamp.sequence());
      int shared = shared(sequence, bytes);
      out.number(2 * Math.max(0, clock - stamp.period()) + (tag.length > 0 ? 1 : 0));
      out.number(shared).number(bytes.length - shared).bytes(bytes, shared);
      sequence = bytes;
      if (tag.length > 0) {
        out.number(tag.length).bytes(tag);
      }
    }

    private static byte[] bytes(Sequence sequence) {
      byte[] bytes = new BigInteger(sequence.digits()).toByteArray();
      return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    static int shared(byte[] before, byte[] after) {
      int mismatch = Arrays.mismatch(before, after);
      return mismatch < 0 ? before.length : mismatch;
    }

    public byte[] packed() {
      return out.packed();
    }

    /// Reads what a packer has written.
    public static NavigableMap<Bytes, Register> unpack(byte[] packed, long clock) {
      NavigableMap<Bytes, Register> registers = new TreeMap<>();
      Unpacker in = new Unpacker(packed);
      int ordinals = in.count();
      byte[] place = NOTHING;
      byte[] sequence = NOTHING;
      while (in.hasMore()) {
        int shared = in.count();
        int length = in.count();
        place = joined(place, shared, in.bytes(length / FLAGS));
        Cell cell = (length & PRESENT) == 0 ? null : cell(in.numbers(ordinals));
        Stamp stamp = null;
        if ((length & STAMPED) != 0) {
          int age = in.count();
          sequence = joined(sequence, in.count(), in.bytes(in.count()));
          String tag = age % 2 == 0 ? "" : new String(in.bytes(in.count()), UTF_8);
          stamp = new Stamp(sequence(sequence), tag, clock - age / 2);
        }
        registers.put(Bytes.of(place), new Register(cell, stamp));
      }
      return registers;
    }

    private static Sequence sequence(byte[] bytes) {
      return new Sequence(new BigInteger(1, bytes).toString());
    }

    static Cell cell(List<Integer> ordinals) {
      StringJoiner name = new StringJoiner(".");
      ordinals.forEach(ordinal -> name.add(ordinal.toString()));
      return new Cell(name.toString());
    }

    static byte[] joined(byte[] before, int shared, byte[] rest) {
      byte[] joined = Arrays.copyOf(before, shared + rest.length);
      System.arraycopy(rest, 0, joined, shared, rest.length);
      return joined;
    }
  }
}
