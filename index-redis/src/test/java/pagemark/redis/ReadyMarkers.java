package pagemark.redis;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;

/// The markers of all slots, as they were noted. To put them back takes one script for each node;
/// to make them anew takes two calls for each of 16,384 slots, half a second for each test.
final class ReadyMarkers {
  /// Reply: the fields of one marker, if no node has any other key or other fields.
  private static final String NOTE =
      """
      local noted
      for _, key in ipairs(redis.call('KEYS', '*')) do
        local fields = redis.call('HGETALL', key)
        if string.sub(key, -5) ~= ':slot' then return {} end
        noted = noted or fields
        if #fields ~= #noted then return {} end
        for i = 1, #fields do
          if fields[i] ~= noted[i] then return {} end
        end
      end
      return noted or {}
      """;

  /// Reply: how many markers there are. All other keys are gone.
  private static final String PUT_BACK =
      """
      local markers = 0
      for _, key in ipairs(redis.call('KEYS', '*')) do
        redis.call('DEL', key)
        if string.sub(key, -5) == ':slot' then
          redis.call('HSET', key, unpack(ARGV))
          markers = markers + 1
        end
      end
      return markers
      """;

  private List<List<String>> fields = List.of();

  /// Notes what the nodes hold now.
  void note(List<Jedis> nodes) {
    List<List<String>> noted = new ArrayList<>();
    for (Jedis node : nodes) {
      noted.add(((List<?>) node.eval(NOTE)).stream().map(String::valueOf).toList());
    }
    fields = noted;
  }

  /// Whether the nodes hold what was noted, and nothing else. If not, one has lost a marker, or
  /// nothing was noted.
  boolean putBack(List<Jedis> nodes) {
    if (fields.isEmpty() || fields.stream().anyMatch(List::isEmpty)) {
      return false;
    }
    long markers = 0;
    for (int i = 0; i < nodes.size(); i++) {
      markers += (Long) nodes.get(i).eval(PUT_BACK, List.of(), fields.get(i));
    }
    return markers == Slots.COUNT;
  }
}
