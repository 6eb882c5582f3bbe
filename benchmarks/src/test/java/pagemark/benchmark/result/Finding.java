package pagemark.benchmark.result;

import java.util.List;
import java.util.Map;

/// What one benchmark found.
///
/// @param about what its numbers mean
/// @param settings seeds and sizes, by name
/// @param seconds how long the benchmark took
/// @param runs every single measurement behind figures and tables
public record Finding(
    About about,
    Map<String, String> settings,
    double seconds,
    List<Figure> figures,
    List<Table> tables,
    List<Series> runs) {}
