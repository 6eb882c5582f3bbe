package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.index.Markers;
import pagemark.redis.RedisConnection.Reply;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/// The markers, one hash a slot, with fields `<generation>:state`, `:nonce` and `:birth`.
record RedisMarkers(RedisConnection redis) implements Markers {
  private static final int SLOTS_PER_ROUND_TRIP = 1_024;

  @Override
  public void building(String generation, String nonce, Instant birth) {
    Map<byte[], byte[]> fields =
        Map.of(
            bytes(generation + ":state"), bytes(State.BUILDING.name()),
            bytes(generation + ":nonce"), bytes(nonce),
            bytes(generation + ":birth"), bytes(Long.toString(birth.toEpochMilli())));
    eachRoundTrip((pipeline, slot) -> pipeline.hset(IndexKeys.marker(slot), fields));
  }

  @Override
  public int ready(String generation, String nonce) {
    int lost = 0;
    for (int first = 0; first < Slots.COUNT; first += SLOTS_PER_ROUND_TRIP) {
      List<ScriptCall> calls =
          IntStream.range(first, first + SLOTS_PER_ROUND_TRIP)
              .mapToObj(slot -> ReadyScript.call(slot, generation, nonce))
              .toList();
      for (Reply reply : redis.callAll(calls)) {
        lost +=
            switch (reply) {
              case Reply.Failure(var cause) -> throw cause;
              case Reply.Value(var value) -> ReadyScript.isMarked(value) ? 0 : 1;
            };
      }
    }
    return lost;
  }

  @Override
  public Map<State, Integer> count(String generation) {
    byte[] field = bytes(generation + ":state");
    Map<State, Integer> count = new EnumMap<>(State.class);
    eachRoundTrip((pipeline, slot) -> pipeline.hget(IndexKeys.marker(slot), field)).stream()
        .filter(byte[].class::isInstance)
        .map(state -> State.valueOf(new String((byte[]) state, UTF_8)))
        .forEach(state -> count.merge(state, 1, Integer::sum));
    return count;
  }

  @Override
  public int slots() {
    return Slots.COUNT;
  }

  private interface SlotCommand {
    Response<?> send(Pipeline pipeline, int slot);
  }

  /// Sends a command for every slot; its replies, null where a slot had none.
  private List<Object> eachRoundTrip(SlotCommand command) {
    List<Response<?>> responses = new ArrayList<>();
    return redis.run(
        client -> {
          for (int first = 0; first < Slots.COUNT; first += SLOTS_PER_ROUND_TRIP) {
            try (Pipeline pipeline = client.pipelined()) {
              for (int slot = first; slot < first + SLOTS_PER_ROUND_TRIP; slot++) {
                responses.add(command.send(pipeline, slot));
              }
            }
          }
          List<Object> replies = new ArrayList<>();
          responses.forEach(response -> replies.add(response.get()));
          return replies;
        });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
