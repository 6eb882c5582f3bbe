package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.redis.script.PackedFence.ItemDigest;

/// Reads packed fences, whose format `packed.lua` describes, for people and tests. [PackedFence]
/// writes one.
///
/// @param members the position of each member of the group, which has the score that a fence lacks
/// @param items the item key of each digest, as far as a member tells it
public record PackedFences(Map<Bytes, Position> members, Map<Bytes, Bytes> items) {
  /// The fields of the head: period, number of fields.
  private static final int HEAD = 2 * Integer.BYTES;

  /// Stands for the score of an entry that is gone, as in `fences.lua`.
  private static final double GONE = -0x1p63;

  /// @param all the positions of the group
  public static PackedFences of(String generation, List<Position> all) {
    Map<Bytes, Position> members = new HashMap<>();
    Map<Bytes, Bytes> items = new HashMap<>();
    for (Position position : all) {
      members.put(position.member(), position);
      items.put(Bytes.of(ItemDigest.of(generation, position.member())), position.member());
    }
    return new PackedFences(members, items);
  }

  /// The period of a hash.
  ///
  /// @param head its field ''
  public static long period(byte[] head) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(head).getInt());
  }

  /// The fences of a hash by item key. If a key is unknown, its digest takes its place: keys of up
  /// to 11 bytes are always known, longer ones only if they are members.
  ///
  /// @param head its field ''
  /// @param fields the others
  public Map<Bytes, Fence> in(byte[] head, Collection<byte[]> fields) {
    Map<Bytes, Fence> fences = new HashMap<>();
    if (fields.isEmpty()) {
      read(ByteBuffer.wrap(head).position(HEAD), fences);
    }
    fields.forEach(field -> read(ByteBuffer.wrap(field), fences));
    return fences;
  }

  private void read(ByteBuffer in, Map<Bytes, Fence> fences) {
    while (in.hasRemaining()) {
      byte[] digest = bytes(in, ItemDigest.LENGTH);
      Bytes item = items.getOrDefault(Bytes.of(digest), ItemDigest.item(digest));
      fences.put(item, fence(item, ByteBuffer.wrap(bytes(in, length(in)))));
    }
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static int length(ByteBuffer in) {
    int first = Byte.toUnsignedInt(in.get());
    return first < PackedFence.LONG_LENGTH
        ? first
        : ((first - PackedFence.LONG_LENGTH) << Byte.SIZE) | Byte.toUnsignedInt(in.get());
  }

  private Fence fence(Bytes item, ByteBuffer in) {
    byte parts = in.get();
    String mark = digits(in, PackedFence.Part.LONG_SEQUENCE.isIn(parts) ? 6 : 3);
    mark += PackedFence.Part.TAG.isIn(parts) ? "~" + text(in) : "";
    return Fence.of(mark, PackedFence.Part.ENTRY.isIn(parts) ? entry(item, parts, in) : null);
  }

  private Entry entry(Bytes item, byte parts, ByteBuffer in) {
    Cell cell = PackedFence.Part.CELL.isIn(parts) ? new Cell(text(in)) : Cell.WHOLE;
    Bytes member = PackedFence.Part.MEMBER.isIn(parts) ? Bytes.of(bytes(in, in.remaining())) : item;
    @Nullable Position position = members.get(member);
    return new Entry(cell, position == null ? new Position(GONE, member) : position);
  }

  /// @param groups of seven digits
  private static String digits(ByteBuffer in, int groups) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < groups; i++) {
      int seven = 0;
      for (byte part : bytes(in, PackedFence.SEVEN_DIGITS)) {
        seven = (seven << Byte.SIZE) | Byte.toUnsignedInt(part);
      }
      digits.append("%07d".formatted(seven));
    }
    return digits.toString().replaceFirst("^0+(?=.)", "");
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in, Byte.toUnsignedInt(in.get())), US_ASCII);
  }
}
