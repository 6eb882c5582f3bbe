package pagemark.state;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.listing.IndexDefinition;
import pagemark.listing.json.DefinitionReader;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Converts records to attributes of items, and back. A component is an attribute of its name:
///
/// | component | attribute |
/// | --- | --- |
/// | text, enum | S |
/// | `int`, `long` | N |
/// | [Instant] | N, in milliseconds |
/// | `double` | S, because it may have more digits than N |
/// | `boolean` | BOOL |
/// | [Bytes] | B |
/// | list of [Long] | B, 8 bytes each |
/// | [IndexDefinition] | S, its JSON |
/// | other list, set | L; a set in the order of its texts |
/// | record, map | M |
/// | null | NULL |
///
/// So each component of a record is there, and an item that lacks one is of another version.
final class RecordItems {
  private static final Map<Class<?>, Function<AttributeValue, @Nullable Object>> READ =
      Map.of(
          String.class, AttributeValue::s,
          boolean.class, AttributeValue::bool,
          int.class, value -> Integer.valueOf(value.n()),
          long.class, value -> Long.valueOf(value.n()),
          double.class, value -> Double.valueOf(value.s()),
          Instant.class, value -> Instant.ofEpochMilli(Long.parseLong(value.n())),
          Bytes.class, value -> Bytes.of(value.b().asByteArrayUnsafe()),
          IndexDefinition.class, value -> DefinitionReader.parse(value.s()),
          AttributeValue.class, value -> value);

  private RecordItems() {}

  static Map<String, AttributeValue> write(Record record) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      item.put(
          component.getName(), written(component.getGenericType(), component(component, record)));
    }
    return item;
  }

  private static @Nullable Object component(RecordComponent component, Record record) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }

  private static AttributeValue written(Type type, @Nullable Object value) {
    return switch (value) {
      case null -> fromNul(true);
      case String text -> fromS(text);
      case Enum<?> constant -> fromS(constant.name());
      case Boolean bool -> fromBool(bool);
      case Double number -> fromS(number.toString());
      case Number number -> fromN(number.toString());
      case Instant instant -> fromN(Long.toString(instant.toEpochMilli()));
      case Bytes bytes -> fromB(SdkBytes.fromByteArray(bytes.toArray()));
      case IndexDefinition definition -> fromS(definition.json());
      case AttributeValue attribute -> attribute;
      case Record record -> fromM(write(record));
      case List<?> list when isOfLongs(type) -> packed(list);
      case List<?> list -> fromL(each(type, list.stream()).toList());
      case Set<?> set ->
          fromL(each(type, set.stream()).sorted(comparing(AttributeValue::toString)).toList());
      case Map<?, ?> map -> {
        Map<String, AttributeValue> written = new HashMap<>();
        map.forEach((name, each) -> written.put((String) name, written(part(type, 1), each)));
        yield fromM(written);
      }
      default -> throw new IllegalArgumentException("no attribute holds a " + value.getClass());
    };
  }

  private static Stream<AttributeValue> each(Type type, Stream<?> values) {
    return values.map(value -> written(part(type, 0), value));
  }

  private static Type part(Type type, int number) {
    return ((ParameterizedType) type).getActualTypeArguments()[number];
  }

  private static boolean isOfLongs(Type type) {
    return part(type, 0) == Long.class;
  }

  private static AttributeValue packed(List<?> longs) {
    ByteBuffer packed = ByteBuffer.allocate(longs.size() * Long.BYTES);
    longs.forEach(each -> packed.putLong((Long) each));
    return fromB(SdkBytes.fromByteArray(packed.array()));
  }

  /// @throws IllegalStateException if the item has another form
  static <T> T read(Class<T> type, Map<String, AttributeValue> item) {
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = read(components[i], item.get(components[i].getName()));
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<T> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("an item of the state table is no " + type, e);
    }
  }

  private static @Nullable Object read(RecordComponent component, @Nullable AttributeValue value) {
    try {
      AttributeValue written = requireNonNull(value);
      boolean isNull = Boolean.TRUE.equals(written.nul());
      return isNull ? null : read(component.getGenericType(), written);
    } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "another version has written an item of the state table: it has no %s of a %s"
              .formatted(component.getName(), component.getDeclaringRecord().getSimpleName()),
          e);
    }
  }

  private static Object read(Type type, AttributeValue value) {
    Class<?> raw = (Class<?>) (type instanceof ParameterizedType of ? of.getRawType() : type);
    if (READ.containsKey(raw)) {
      return requireNonNull(requireNonNull(READ.get(raw)).apply(value));
    }
    if (raw.isEnum()) {
      return Arrays.stream(raw.getEnumConstants())
          .filter(constant -> ((Enum<?>) constant).name().equals(value.s()))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(value.s()));
    }
    if (raw.isRecord()) {
      return read(raw, value.m());
    }
    return raw == Map.class ? map(type, value) : list(type, raw, value);
  }

  private static Object map(Type type, AttributeValue value) {
    Map<String, Object> map = new HashMap<>();
    requireNonNull(value.hasM() ? value.m() : null)
        .forEach((name, each) -> map.put(name, read(part(type, 1), each)));
    return map;
  }

  private static Object list(Type type, Class<?> raw, AttributeValue value) {
    if (isOfLongs(type)) {
      ByteBuffer packed = value.b().asByteBuffer();
      List<Long> longs = new ArrayList<>();
      while (packed.hasRemaining()) {
        longs.add(packed.getLong());
      }
      return longs;
    }
    Stream<Object> all =
        requireNonNull(value.hasL() ? value.l() : null).stream()
            .map(each -> read(part(type, 0), each));
    return raw == Set.class ? all.collect(toSet()) : all.toList();
  }
}
