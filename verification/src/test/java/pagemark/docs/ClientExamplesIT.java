package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.cli.NotesStack;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;

/// Runs the examples of docs/client.md, as they stand, in Node on the orders of examples/orders,
/// and what they do not show of client.js. Not run if there is no Node.
@Nightly
@TakesLong(nightly = 10)
final class ClientExamplesIT {
  private static final String PAGE = "cli/src/main/resources/pagemark/local/page/";
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(60));

  /// Each line fails the run if it is not so.
  private static final String CHECKS =
      """
      import assert from "node:assert/strict";
      import { apiPath, query, questionOf, read } from "./state.js";

      assert.equal(page.items.length, 2);
      assert.equal(page.page.totalItems, 15);
      assert.notEqual(next.items[0].orderId, page.items[0].orderId);
      assert.equal(facets.status.OPEN + facets.status.PAID, 15);
      assert.equal((await client.renew(page)), page);

      const all = [];
      for await (const order of client.items("orders", "alice", { size: 7 })) all.push(order.orderId);
      assert.equal(new Set(all).size, 61);
      assert.equal(all.length, 61);
      const rest = [];
      for await (const order of client.items("orders", "alice", { size: 7, page: 2 })) rest.push(order.orderId);
      assert.deepEqual(rest, all.slice(7));

      const third = await client.next(await client.next(await client.page("orders", "alice", { size: 7 })));
      assert.equal(third.page.skip, 14);
      assert.deepEqual(third.items.map((order) => order.orderId), all.slice(14, 21));
      const second = await client.previous(third);
      assert.deepEqual(second.items.map((order) => order.orderId), all.slice(7, 14));
      assert.equal(await client.previous(await client.previous(second)), null);

      const whole = new URL(page.links.self, URL_OF_API).href;
      assert.deepEqual((await client.follow(whole)).items, page.items);
      const absolute = { ...page, links: { ...page.links, self: whole } };
      assert.deepEqual((await client.next(absolute)).items, next.items);

      const told = [];
      for await (const key of client.keys("orders", "alice")) {
        told.push(key.orderId);
      }
      assert.deepEqual(told, all);
      const walked = [];
      for await (const key of client.keys("orders", "alice", { size: 9, status: ["OPEN", "PAID"] })) {
        walked.push(key);
      }
      assert.equal(walked.length, 15);
      assert.deepEqual(Object.keys(walked[0]).sort(), ["createdAt", "orderId"]);
      assert.equal((await client.page("orders", "alice", { only: "keys" })).page.verified, false);
      const some = await client.page("orders", "alice", { fields: ["orderId", "status"], size: 2 });
      assert.deepEqual(Object.keys(some.items[1]), ["orderId", "status"]);

      const keys = [all[40], "nobody", all[2]];
      const named = await client.get("orders", keys);
      assert.deepEqual(named.items.map((order) => order.orderId), [all[40], all[2]]);
      assert.deepEqual(named.missing, [["nobody"]]);
      assert.deepEqual((await client.get("orders", keys, { group: "bob" })).missing.length, 3);

      const many = [...Array(250).keys()].map((i) => `none-${i}-${"x".repeat(i === 7 ? 1500 : 5)}`);
      const asking = await client.get("orders", [...many, all[2]]);
      assert.deepEqual([asking.items.length, asking.missing.length], [1, 250]);
      assert.deepEqual((await client.get("orders", [])).items, []);

      const both = await client.page("orders", "alice", { status: new Set(["OPEN", "PAID"]) });
      assert.equal(both.page.totalItems, (await client.page("orders", "alice", { status: ["PAID", "OPEN"] })).page.totalItems);
      await assert.rejects(async () => client.page("orders", "alice", { status: [] }), /status is an empty list/);
      assert.equal((await client.page("orders", "alice", { status: "" })).page.totalItems, 61);
      await assert.rejects(client.page("orders", "alice", { status: [""] }), /one or more of OPEN/);

      const state = read("?st=&open=", [{ name: "l", groups: [], filters: [{ name: "st", labels: ["", "A"] }, { name: "open", values: ["A"] }] }]);
      assert.deepEqual(state.filters, { st: [""] });
      assert.equal(query(state), "?listing=l&st=");
      assert.equal(apiPath(state), "/l?st=");
      assert.deepEqual(questionOf(state), { st: [""] });

      const since = await client.page("orders", "alice", { from: new Date("2026-06-01T00:00:00Z") });
      assert.ok(since.items.every((order) => order.createdAt >= "2026-06"));
      const wrong = await client.page("orders", "alice", { limit: 10 }).catch((error) => error);
      assert.equal(wrong.suggested, "/orders/alice?size=10");
      assert.equal(wrong.links, null);

      const asked = [];
      const answers = [503, 503, 200];
      const answered = globalThis.fetch;
      globalThis.fetch = async (url, options) => {
        asked.push(url);
        const status = answers.shift();
        return status === 503 ? new Response("{}", { status, headers: { "Retry-After": "0.01" } }) : answered(url, options);
      };
      const patient = new Client(`${URL_OF_API}/`, { retries: 2 });
      assert.equal((await patient.page("orders", "alice")).page.totalItems, 61);
      assert.equal(asked.length, 3);
      answers.push(503);
      await assert.rejects(client.page("orders", "alice"), (error) => error instanceof Problem && error.status === 503);
      """;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  @TempDir private Path folder;

  @Test
  void theExamplesRunOnTheOrders() throws Exception {
    assumeTrue(hasNode(), "NOT RUN: this machine has no node");
    Listings orders = Listings.parse(Documents.text("examples/orders/listings.json"), Map.of());
    try (LocalStack stack =
        PooledStack.start(new LocalOptions(0, 0, 0, null, orders, 0), log::add)) {
      NotesStack.execute(
              "load",
              "--listings=" + Documents.ROOT.resolve("examples/orders/listings.json"),
              "--listing=orders",
              "--file=" + Documents.ROOT.resolve("examples/orders/orders.jsonl"),
              "--dynamodb-endpoint=" + stack.dynamodb())
          .ended(0);
      assertEquals(true, stack.await(CATCH_UP_MAX).isCaughtUp());
      for (String file : List.of("client.js", "state.js")) {
        Files.copy(Documents.ROOT.resolve(PAGE + file), folder.resolve(file));
      }
      Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
      Files.writeString(folder.resolve("examples.js"), examples(stack.url().toString()));
      node("examples.js");
    }
  }

  /// The document's first two blocks, with the address of the stack.
  private static String examples(String url) throws Exception {
    List<String> blocks =
        Pattern.compile("(?s)```js\n(.*?)```")
            .matcher(Documents.text("docs/client.md"))
            .results()
            .map(block -> block.group(1))
            .limit(2)
            .toList();
    String address = url.replaceFirst("/$", "");
    return ("const token = \"none\";\nconst URL_OF_API = \"%s\";\n".formatted(address)
            + String.join("", blocks)
            + CHECKS)
        .replaceFirst("\"https://[^\"]*\"", "\"" + address + "\"");
  }

  private static boolean hasNode() {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(String.valueOf(System.getenv("PATH")))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "node")));
  }

  private void node(String file) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder("node", file)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = process.waitFor();
    assertEquals(0, exit, Files.readString(output));
  }
}
