package pagemark.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import pagemark.audit.Kind;
import pagemark.index.GroupRef;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Layout;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import redis.clients.jedis.UnifiedJedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Damage to an index, straight in Redis: to one item each, in every way that its layout allows.
final class PlantedDamage {
  final Map<Kind, Long> kinds = new EnumMap<>(Kind.class);

  private final UnifiedJedis redis;
  private final Generation generation;

  PlantedDamage(UnifiedJedis redis, Generation generation) {
    this.redis = redis;
    this.generation = generation;
  }

  /// @param item the table's items, by number; up to 12 they are damaged
  void plant(BiFunction<Integer, Map<String, AttributeValue>, Map<String, AttributeValue>> item) {
    Map<String, AttributeValue> none = Map.of();
    plant(Kind.MISSING, item.apply(0, none), false, true, true);
    plant(Kind.GHOST, item.apply(1, Map.of("PK", fromS("ghost1"))), true, true, true);
    plant(Kind.GHOST, item.apply(2, Map.of("PK2", fromS("nowhere else"))), true, true, true);
    Map<String, AttributeValue> later =
        Map.of("SK", fromS("2024-07-01 00:00"), "likes", fromN("5000"));
    // In the score layout a set holds an item once: the right entry is gone.
    Kind moved =
        generation.definition().positions().layout() == Layout.SCORE ? Kind.MISPLACED : Kind.GHOST;
    plant(moved, item.apply(3, later), true, true, true);
    if (generation.definition().filters().isEmpty()) {
      return;
    }
    plant(Kind.MISSING, item.apply(4, none), false, true, false);
    plant(Kind.MISSING, item.apply(5, none), false, false, true);
    plant(Kind.GHOST, item.apply(6, Map.of("PK", fromS("ghost2"))), true, true, false);
    plant(Kind.GHOST, item.apply(7, Map.of("PK", fromS("ghost3"))), true, false, true);
    Map<String, AttributeValue> unrated = Map.of("rating", fromN("99"));
    plant(Kind.GHOST, item.apply(12, unrated), true, false, true);
    plant(Kind.MISPLACED, item.apply(9, unrated), true, false, true);
    write(item.apply(9, none), false, false, true);
    plant(Kind.MISPLACED, item.apply(10, none), false, true, true);
    write(item.apply(10, unrated), true, false, true);
  }

  private void plant(
      Kind kind, Map<String, AttributeValue> item, boolean present, boolean all, boolean cell) {
    kinds.merge(kind, 1L, Long::sum);
    write(item, present, all, cell);
  }

  private void write(Map<String, AttributeValue> item, boolean present, boolean all, boolean cell) {
    Indexed where = (Indexed) generation.definition().indexable(new HashMap<>(item));
    GroupRef group = IndexCheck.ref(generation, where.group().text());
    String prefix =
        "pm:%s:{%s/%s}:".formatted(group.generation(), group.listing(), group.group().text());
    if (all) {
      write(prefix + "all", where.entry(), present);
    }
    if (cell && !where.entry().cell().equals(Cell.WHOLE)) {
      write(prefix + "cell:" + where.entry().cell().name(), where.entry(), present);
    }
  }

  private void write(String key, Entry entry, boolean present) {
    byte[] member = entry.position().member().toArray();
    if (present) {
      redis.zadd(key.getBytes(UTF_8), entry.position().score(), member);
    } else {
      redis.zrem(key.getBytes(UTF_8), member);
    }
  }
}
