package pagemark.redis;

import java.util.List;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.FacetsScript;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.PageScript;

/// Reads pages and counts, with one call of a read-only script each.
record RedisReader(RedisConnection redis) implements PageIndexReader {
  @Override
  public PageSlice page(PageQuery query) {
    return PageScript.slice(query, redis.call(PageScript.call(query)));
  }

  @Override
  public List<Long> counts(CountQuery query) {
    return FacetsScript.counts(query, redis.call(FacetsScript.call(query)));
  }

  @Override
  public String part(GroupRef group) {
    return redis.node(IndexKeys.of(group).all());
  }
}
