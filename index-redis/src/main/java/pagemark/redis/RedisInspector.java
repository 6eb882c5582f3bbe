package pagemark.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pagemark.index.Fence;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Position;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// Reads a group's sets by rank and its fences by HSCAN, 1,000 at a time.
record RedisInspector(RedisConnection redis) implements Inspector {
  private static final int CHUNK = 1_000;

  @Override
  public GroupDump dump(GroupRef group, Collection<Cell> cells) {
    IndexKeys keys = IndexKeys.of(group);
    List<Position> all = positions(keys.all());
    Map<Cell, List<Position>> byCell = new HashMap<>();
    for (Cell cell : cells) {
      List<Position> positions = positions(keys.cell(cell));
      if (!positions.isEmpty()) {
        byCell.put(cell, positions);
      }
    }
    if (cells.isEmpty() && !all.isEmpty()) {
      byCell.put(Cell.WHOLE, all);
    }
    return new GroupDump(all, byCell, fences(keys));
  }

  private List<Position> positions(byte[] key) {
    List<Position> positions = new ArrayList<>();
    int before;
    do {
      before = positions.size();
      int from = before;
      redis
          .run(client -> client.zrangeWithScores(key, from, from + CHUNK - 1))
          .forEach(
              tuple ->
                  positions.add(
                      new Position(tuple.getScore(), Bytes.of(tuple.getBinaryElement()))));
    } while (positions.size() == before + CHUNK);
    return positions;
  }

  /// The newer period's fences win.
  private Map<Bytes, Fence> fences(IndexKeys keys) {
    Map<Bytes, byte[]> even = hash(keys.fence(0));
    Map<Bytes, byte[]> odd = hash(keys.fence(1));
    boolean evenIsNewer = period(even) > period(odd);
    Map<Bytes, byte[]> texts = new HashMap<>(evenIsNewer ? odd : even);
    texts.putAll(evenIsNewer ? even : odd);
    texts.remove(Bytes.utf8(""));
    Map<Bytes, Fence> fences = new HashMap<>();
    texts.forEach((item, text) -> fences.put(item, FenceText.parse(item, text)));
    return fences;
  }

  private static long period(Map<Bytes, byte[]> hash) {
    byte[] period = hash.get(Bytes.utf8(""));
    return period == null ? -1 : Long.parseLong(Bytes.of(period).text());
  }

  private Map<Bytes, byte[]> hash(byte[] key) {
    Map<Bytes, byte[]> fields = new HashMap<>();
    ScanParams chunk = new ScanParams().count(CHUNK);
    byte[] cursor = ScanParams.SCAN_POINTER_START_BINARY;
    do {
      byte[] from = cursor;
      ScanResult<Map.Entry<byte[], byte[]>> scanned =
          redis.run(client -> client.hscan(key, from, chunk));
      scanned.getResult().forEach(field -> fields.put(Bytes.of(field.getKey()), field.getValue()));
      cursor = scanned.getCursorAsBytes();
    } while (!Bytes.of(cursor).text().equals("0"));
    return fields;
  }
}
