package pagemark.pages.cursor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.key.KeyAttribute;
import pagemark.key.KeyValue;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.pages.scope.CursorPoint;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The plain content of a cursor. Its bytes are:
///
/// 1. flags, 1 byte: 1 for forward, 2 for behind (see [CursorPoint])
/// 2. the day on which it was made, an unsigned short of days since 1970
/// 3. the item's sort value, then its key attributes, each once and without the group attribute: a
///    byte for the type (S, N or B), the length as an unsigned short, the bytes
///
/// If DynamoDB does not have the listing's order, a sort value does not say all about a position.
/// Then the bytes of each part of the sort come first, as values of type B behind a byte 1, or as a
/// byte 0 if the value is missing, and then all key attributes.
record CursorBytes(LocalDate day, CursorPoint point) {
  private static final int FORWARD = 1;
  private static final int BEHIND = 2;

  byte[] written(PositionCodec codec, Group group) {
    Map<String, AttributeValue> values =
        new HashMap<>(codec.keyAttributes(group, point.position()));
    if (codec.isQueryable()) {
      values.put(codec.sortAttribute(), codec.sortValue(point.position()));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte((point.forward() ? FORWARD : 0) | (point.behind() ? BEHIND : 0));
      out.writeShort((int) day.toEpochDay());
      if (!codec.isQueryable()) {
        for (Optional<Bytes> sort : codec.sortBytes(point.position())) {
          write(sort, out);
        }
      }
      for (String name : names(codec)) {
        write(values.getOrDefault(name, AttributeValue.fromNul(true)), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// The inverse of [#written].
  ///
  /// @throws IOException if the bytes have another form
  /// @throws UnfitException if their values do not fit the codec's attributes
  static CursorBytes read(byte[] bytes, PositionCodec codec, Group group)
      throws IOException, UnfitException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int flags = in.readUnsignedByte();
      LocalDate day = LocalDate.ofEpochDay(in.readUnsignedShort());
      Position position = codec.isQueryable() ? position(in, codec, group) : whole(in, codec);
      return new CursorBytes(
          day, new CursorPoint((flags & FORWARD) != 0, position, (flags & BEHIND) != 0));
    }
  }

  private static Position position(DataInputStream in, PositionCodec codec, Group group)
      throws IOException, UnfitException {
    Map<String, AttributeValue> values = read(in, names(codec));
    codec.group().implied().ifPresent(a -> values.put(a.name(), codec.group().value(group.text())));
    return codec.position(values);
  }

  private static Position whole(DataInputStream in, PositionCodec codec)
      throws IOException, UnfitException {
    List<Optional<Bytes>> sorts = new ArrayList<>();
    while (sorts.size() < codec.sort().parts().size()) {
      sorts.add(
          in.readUnsignedByte() == 0
              ? Optional.empty()
              : Optional.of(KeyValue.of(read(in)).bytes()));
    }
    return codec.position(sorts, read(in, names(codec)));
  }

  private static Map<String, AttributeValue> read(DataInputStream in, List<String> names)
      throws IOException {
    Map<String, AttributeValue> values = new HashMap<>();
    for (String name : names) {
      values.put(name, read(in));
    }
    return values;
  }

  /// The names of the attributes in the bytes, in their order.
  private static List<String> names(PositionCodec codec) {
    List<String> key = codec.key().stream().map(KeyAttribute::name).toList();
    if (!codec.isQueryable()) {
      return key;
    }
    List<String> names = new ArrayList<>(List.of(codec.sortAttribute()));
    names.addAll(key);
    codec.group().implied().map(KeyAttribute::name).ifPresent(names::remove);
    return names.stream().distinct().toList();
  }

  private static void write(Optional<Bytes> sort, DataOutputStream out) throws IOException {
    out.writeByte(sort.isPresent() ? 1 : 0);
    if (sort.isPresent()) {
      write(AttributeValue.fromB(SdkBytes.fromByteArray(sort.get().toArray())), out);
    }
  }

  private static void write(AttributeValue value, DataOutputStream out) throws IOException {
    byte[] bytes = KeyValue.of(value).bytes().toArray();
    out.writeByte(value.type().name().charAt(0));
    out.writeShort(bytes.length);
    out.write(bytes);
  }

  private static AttributeValue read(DataInputStream in) throws IOException {
    String type = String.valueOf((char) in.readUnsignedByte());
    Bytes bytes = Bytes.of(in.readNBytes(in.readUnsignedShort()));
    try {
      return new KeyValue(AttributeValue.Type.valueOf(type), bytes).value();
    } catch (IllegalArgumentException e) {
      throw new IOException("no value of a key", e);
    }
  }
}
