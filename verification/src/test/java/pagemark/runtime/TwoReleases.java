package pagemark.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import pagemark.deploy.DeployedFunction;

/// The packaged functions of this release and of another one, on the same servers. Each is a
/// process, which starts with its first event.
///
/// @param folder where the functions' packages are put
/// @param other a checkout of the other release, packaged
/// @param listings those of this release, as listings.json has them
/// @param running the processes that have been started
record TwoReleases(
    DeployedServers servers,
    Path folder,
    Path other,
    String listings,
    Map<String, FunctionProcess> running)
    implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String EXAMPLE = DeployedFunction.text("listings.json");
  private static final String CURSOR_KEY = "0123456789abcdef0123456789abcdef";

  enum Release {
    THIS,
    OTHER
  }

  /// @param listings those of this release; the other one has the example's
  static TwoReleases of(DeployedServers servers, Path folder, Path other, String listings) {
    return new TwoReleases(servers, folder, other, listings, new HashMap<>());
  }

  /// The body of an answer of the API function, which must be a 200.
  JsonNode page(Release reader, String query) throws Exception {
    JsonNode response = response(reader, query);
    if (response.path("statusCode").asInt() != 200) {
      throw new AssertionError(reader + ": " + response);
    }
    return JSON.readTree(response.path("body").asText());
  }

  /// The answer of the API function.
  JsonNode response(Release reader, String query) throws Exception {
    ObjectNode event = (ObjectNode) JSON.readTree(event("api-page"));
    event.put("rawQueryString", query);
    ObjectNode parameters = event.putObject("queryStringParameters");
    for (String parameter : query.split("&", -1)) {
      int equals = parameter.indexOf('=');
      parameters.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    return invoke(reader, "ApiFunction", event.toString());
  }

  /// The answer of a function, which must not fail.
  JsonNode invoke(Release release, String function, String event) throws Exception {
    return JSON.readTree(process(release, function).invoke(event).answer().json());
  }

  /// The process of a function, which is started if it does not run.
  FunctionProcess process(Release release, String function) throws Exception {
    String name = release + "-" + function;
    FunctionProcess process = running.get(name);
    if (process == null) {
      DeployedFunction packaged = servers.function(function);
      if (release == Release.OTHER) {
        packaged = packaged.from(other);
      }
      process =
          FunctionProcess.start(
              servers
                  .packaged(
                      packaged,
                      Files.createTempDirectory(folder, name),
                      release == Release.OTHER ? EXAMPLE : listings)
                  .with("CURSOR_KEY", CURSOR_KEY));
      running.put(name, process);
    }
    return process;
  }

  /// An event of the folder `events`.
  static String event(String name) {
    return DeployedFunction.text("events/" + name + ".json");
  }

  /// Ends the processes. Each starts again with its next event. The runtime's client does not live
  /// through minutes without one.
  void rest() {
    running.values().forEach(FunctionProcess::close);
    running.clear();
  }

  @Override
  public void close() {
    rest();
  }
}
