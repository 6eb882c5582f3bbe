package pagemark.redis.script;

import java.util.ArrayList;
import java.util.List;
import pagemark.index.CountQuery;
import pagemark.index.IndexException;

/// `facets.lua`: counts the entries that each of a group's sets has in a window.
public final class FacetsScript {
  private static final Script SCRIPT = Script.of("bytes.lua", "ranks.lua", "facets.lua");

  private FacetsScript() {}

  public static ScriptCall call(CountQuery query) {
    IndexKeys keys = IndexKeys.of(query.group());
    List<byte[]> sets = new ArrayList<>(List.of(keys.marker()));
    query.cells().forEach(cell -> sets.add(keys.set(cell)));
    List<Object> arguments = new ArrayList<>(List.of(query.group().generation(), query.layout()));
    PageScript.add(query.window().from(), arguments);
    PageScript.add(query.window().to(), arguments);
    return ScriptCall.of(SCRIPT, sets, arguments.toArray());
  }

  public static List<Long> counts(CountQuery query, Object reply) {
    List<Long> counts = ((List<?>) reply).stream().map(Long.class::cast).toList();
    if (counts.isEmpty()) {
      throw new IndexException.NotReady(query.group().generation());
    }
    return counts;
  }
}
