package pagemark.state;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.state.RebuildJob.Plan;

/// Rebuilds in memory.
public final class InMemoryRebuilds implements Rebuilds {
  private record Segment(String listing, String generation, int number) {}

  private final Map<String, RebuildJob> jobs = new HashMap<>();
  private final Map<Segment, SegmentPosition> positions = new HashMap<>();

  @Override
  public synchronized RebuildJob acquire(String listing, String owner, Instant now, Instant until) {
    RebuildJob held = jobs.get(listing);
    if (held != null && !held.owner().equals(owner) && !held.leaseUntil().isBefore(now)) {
      throw new RebuildHeldException(listing, held.leaseUntil());
    }
    RebuildJob job = new RebuildJob(listing, owner, until, held == null ? null : held.plan());
    jobs.put(listing, job);
    return job;
  }

  private RebuildJob owned(String listing, String owner) {
    RebuildJob job = jobs.get(listing);
    if (job == null || !job.owner().equals(owner)) {
      throw new RebuildLostException(listing);
    }
    return job;
  }

  @Override
  public synchronized void save(RebuildJob job) {
    owned(job.listing(), job.owner());
    jobs.put(job.listing(), job);
  }

  @Override
  public synchronized RebuildJob renew(String listing, String owner, Instant until) {
    RebuildJob job = new RebuildJob(listing, owner, until, owned(listing, owner).plan());
    jobs.put(listing, job);
    return job;
  }

  @Override
  public synchronized void save(String listing, Plan plan, int segment, SegmentPosition position) {
    positions.put(new Segment(listing, plan.generation(), segment), position);
  }

  @Override
  public synchronized List<SegmentPosition> positions(String listing, Plan plan) {
    return IntStream.range(0, plan.segments())
        .mapToObj(
            segment ->
                positions.getOrDefault(
                    new Segment(listing, plan.generation(), segment), SegmentPosition.START))
        .toList();
  }

  @Override
  public synchronized void end(String listing, String owner) {
    RebuildJob job = jobs.get(listing);
    if (job != null && job.owner().equals(owner)) {
      jobs.remove(listing);
      positions.keySet().removeIf(segment -> segment.listing().equals(listing));
    }
  }
}
