package pagemark.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import pagemark.index.Markers;

/// The markers, one hash a slot.
record RedisMarkers(RedisConnection redis) implements Markers {
  private static final int SLOTS_PER_ROUND_TRIP = 1_024;

  @Override
  public int building(String generation, String nonce, Instant birth) {
    return (int)
        eachSlot(slot -> BuildingScript.call(slot, generation, nonce, birth)).stream()
            .filter(BuildingScript::isNew)
            .count();
  }

  @Override
  public int ready(String generation, String nonce) {
    return (int)
        eachSlot(slot -> ReadyScript.call(slot, generation, nonce)).stream()
            .filter(reply -> !ReadyScript.isMarked(reply))
            .count();
  }

  @Override
  public Map<State, Integer> count(String generation) {
    Map<State, Integer> count = new EnumMap<>(State.class);
    eachSlot(slot -> StateScript.call(slot, generation)).stream()
        .map(StateScript::state)
        .flatMap(Optional::stream)
        .forEach(state -> count.merge(state, 1, Integer::sum));
    return count;
  }

  @Override
  public void drop(String generation) {
    eachSlot(slot -> DropScript.call(slot, generation));
    new Keyspace(redis).drop(generation);
  }

  @Override
  public List<String> dangers() {
    return Eviction.dangers(redis);
  }

  @Override
  public int slots() {
    return Slots.COUNT;
  }

  /// The replies to a call for every slot.
  private List<Object> eachSlot(IntFunction<ScriptCall> call) {
    List<Object> replies = new ArrayList<>();
    for (int first = 0; first < Slots.COUNT; first += SLOTS_PER_ROUND_TRIP) {
      List<ScriptCall> calls =
          IntStream.range(first, first + SLOTS_PER_ROUND_TRIP).mapToObj(call).toList();
      redis.callAll(calls).forEach(reply -> replies.add(reply.orThrow()));
    }
    return replies;
  }
}
