// What a user sees and does, in headless Chromium. Run by check-browser, which starts the service.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { MODULES, BASE_URL, SHOTS } = process.env;
const { chromium } = createRequire(join(MODULES, "package.json"))("playwright-core");
const STORED = 200_000;
const COLUMNS = ["id", "departure", "carrier", "number", "origin", "destination", "tail", "delay", "distance", "fare"];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
let passed = 0, failed = 0;

const DESKTOP = {};
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SCREENS = [["desktop", DESKTOP], ["phone", PHONE]];

/** A test gets a page of its own; console errors and failed requests fail it, but for those of the expected status. */
async function test(name, body, options = {}, expectedStatus = 0) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 950 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems = [];
  const isExpected = text => expectedStatus !== 0 && text.includes(`status of ${expectedStatus}`);
  page.on("console", message => { if ((message.type() === "error" || message.type() === "warning") && !isExpected(message.text())) problems.push(message.text()); });
  page.on("pageerror", error => problems.push(String(error)));
  page.on("response", response => { if (response.status() >= 400 && response.status() !== expectedStatus) problems.push(`${response.status()} ${response.url()}`); });
  try {
    await page.goto(BASE_URL);
    await page.waitForFunction(() => document.querySelectorAll("#origin option").length > 1);
    await body(page);
    assert.deepEqual(problems, []);
    passed++;
    console.log(`passed  ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${error.stack}`);
    await page.screenshot({ path: join(SHOTS, `failed-${failed}.png`), fullPage: true }).catch(() => {});
  } finally {
    await context.close();
  }
}

const api = async path => (await fetch(BASE_URL + path)).json();
const status = () => api("/api/status");
const text = (page, id) => page.locator(`#${id}`).textContent();
const cells = (page, row) => page.locator("#body tr").nth(row).locator("td").allTextContents();
const shown = flight => COLUMNS.map(column => {
  const value = flight[column];
  if (value === null) return "null";
  if (column === "departure") return value.replace("T", " ");
  return column === "fare" ? value.toFixed(2) : String(value);
});

async function choose(page, { source, format, rows }) {
  if (source) await page.selectOption("#source", { label: source });
  if (format) await page.locator(`.segments label:has-text("${format}")`).click();
  if (rows) await page.fill("#rows", String(rows));
}

async function stream(page, choice) {
  await choose(page, choice);
  await page.click("#start");
  await page.waitForFunction(() => / rows in /.test(document.querySelector("#status").textContent));
}

async function until(what, check, seconds = 20) {
  const end = Date.now() + seconds * 1000;
  while (!(await check())) {
    assert.ok(Date.now() < end, `gave up waiting until ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** The client reads slowly, and so does the server: a query is under way for as long as the test needs. */
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions",
    { offline: false, latency: 0, downloadThroughput: 1_000_000, uploadThroughput: -1 });
}

// --- Rows ------------------------------------------------------------------------------------------------------------------

const flights = await api("/api/flights?rows=100000");

for (const source of ["DbDataReader", "Dapper", "Entity Framework Core"])
  for (const format of source === "DbDataReader" ? ["Array", "JSON Lines", "Sequence", "Compact"] : ["Array", "JSON Lines"])
    await test(`100,000 rows of ${source}, ${format}: the table is right at its beginning, in the middle and at its end`, async page => {
      await stream(page, { source, format, rows: 100_000 });
      assert.equal(await text(page, "m-rows"), "100,000");
      assert.equal(await page.locator("#progress").getAttribute("value"), "1");
      assert.deepEqual(await page.locator("#head th").allTextContents(), COLUMNS);
      assert.deepEqual(await cells(page, 0), shown(flights[0]));
      await page.evaluate(() => {
        const viewport = document.querySelector("#viewport");
        viewport.scrollTop = viewport.scrollHeight / 2;
      });
      await page.waitForFunction(() => Number(document.querySelector("#body td").textContent) > 40_000);
      const [middle] = await cells(page, 0);
      assert.ok(middle > 49_000 && middle < 51_000, `row ${middle} is not in the middle`);
      assert.deepEqual(await cells(page, 0), shown(flights[middle - 1]));
      await page.locator("#viewport").press("End");
      await page.waitForFunction(() => document.querySelector("#body tr:last-child td").textContent === "100000");
      const count = await page.locator("#body tr").count();
      for (let i = 0; i < count; i++) assert.deepEqual(await cells(page, i), shown(flights[100_000 - count + i]));
      assert.equal(await page.locator("#body tr").last().getAttribute("aria-rowindex"), "100001");
    });

await test("Columns and filter: the table has those columns and those rows", async page => {
  for (const column of ["departure", "number", "tail", "distance", "fare"])
    await page.locator(`.chips label:has-text("${column}")`).first().click();
  await page.selectOption("#carrier", "EK");
  await page.selectOption("#origin", "PTA");
  await page.fill("#delay", "30");
  await stream(page, { rows: 50 });
  const expected = await api("/api/flights?rows=50&columns=id,carrier,origin,destination,delay&carrier=EK&origin=PTA&minDelay=30");
  assert.equal(await text(page, "m-rows"), String(expected.length));
  assert.deepEqual(await page.locator("#head th").allTextContents(), Object.keys(expected[0]));
  assert.deepEqual(await cells(page, 0), Object.values(expected[0]).map(String));
  assert.ok(expected.every(flight => flight.carrier === "EK" && flight.origin === "PTA" && flight.delay >= 30));
});

await test("Send: the service sends the rows of the query on, and shows what was received", async page => {
  await choose(page, { rows: 5_000 });
  await page.click("#send");
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Sent "));
  assert.match(await text(page, "status"), /^Sent 5,000 rows, each after its action line: [\d.,]+ [kM]B, [\d.,]+ [kM]B compressed\.$/);
});

for (const [screen, options] of SCREENS) await test(`Save: the body that is shown, byte for byte, ${screen}`, async page => {
  await stream(page, { format: "JSON Lines", rows: 50 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.equal(download.suggestedFilename(), "flights.jsonl");
  const lines = readFileSync(await download.path(), "utf8").trimEnd().split("\n").map(line => JSON.parse(line));
  assert.deepEqual(lines, flights.slice(0, 50));
}, options);

for (const [screen, options] of SCREENS) await test(`Rows are in view when they come, ${screen}`, async page => {
  await slowDown(page);
  await choose(page, { rows: 100_000 });
  await page.click("#start");
  await page.waitForFunction(() => document.querySelectorAll("#body tr").length > 5);
  assert.equal(await text(page, "status"), "Streaming…");
  const height = page.viewportSize().height;
  const box = await page.locator("#results").boundingBox();
  assert.ok(box.y >= -1 && box.y < height / 2, `the rows begin at ${box.y}`);
  const row = await page.locator("#body tr").nth(5).boundingBox();
  assert.ok(row.y + row.height < height, `the sixth row ends at ${row.y + row.height}`);
  await page.screenshot({ path: join(SHOTS, `streaming-${screen}.png`) });
}, options);

/** The text is beside the button: not further away than a line or two. */
async function assertBeside(page, reason, button, expected) {
  assert.match(await text(page, reason), expected);
  assert.equal(await page.locator(`#${button}`).isDisabled(), true);
  const [from, to] = [await page.locator(`#${button}`).boundingBox(), await page.locator(`#${reason}`).boundingBox()];
  assert.ok(Math.abs(to.y - from.y - from.height) < 80, `the reason is at ${to.y}, the button ends at ${from.y + from.height}`);
}

for (const [screen, options] of SCREENS) await test(`A disabled button has its reason beside it, ${screen}`, async page => {
  await page.fill("#rows", "0");
  await assertBeside(page, "reason", "start", /^Rows: ./);
  await assertBeside(page, "compare-reason", "compare", /^Rows: ./);
  await page.screenshot({ path: join(SHOTS, `disabled-${screen}.png`), fullPage: true });
  await page.fill("#rows", "10");
  await page.fill("#delay", "9999");
  await assertBeside(page, "reason", "start", /^Delay from, min: ./);
  await assertBeside(page, "compare-reason", "compare", /^Delay from, min: ./);
  await page.fill("#delay", "");
  for (const reason of ["reason", "compare-reason"]) assert.equal(await text(page, reason), "");
  for (const column of COLUMNS) await page.locator(`.chips label:has-text("${column}")`).first().click();
  await assertBeside(page, "reason", "start", /^Choose a column\.$/);
  await choose(page, { source: "Live feed" });
  await assertBeside(page, "reason", "send", /^A live feed has no end/);
  await page.click("#start");
  await assertBeside(page, "compare-reason", "compare", /^Another request/);
  await page.click("#cancel");
}, options);

for (const [screen, options] of SCREENS) await test(`A request that is refused names its parameters, ${screen}`, async page => {
  await page.route("**/api/flights?*", route => route.continue({ url: `${route.request().url()}&minDelay=5000&carrier=x` }));
  await page.click("#start");
  await page.locator("#error").waitFor();
  const lines = await page.locator("#error p").allTextContents();
  assert.ok(lines.some(line => line.startsWith("minDelay: ")), `${lines}`);
  assert.ok(lines.some(line => line.startsWith("carrier: ")), `${lines}`);
  assert.equal(await text(page, "status"), "Failed.");
  const box = await page.locator("#error").boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= page.viewportSize().height, `the error is at ${box.y}`);
  await page.screenshot({ path: join(SHOTS, `refused-${screen}.png`) });
}, options, 400);

await test("The curl command is the request that the page makes", async page => {
  await choose(page, { format: "JSON Lines", rows: 5 });
  assert.equal(await text(page, "curl"), `curl -N -H 'Accept: application/jsonl' '${BASE_URL}/api/flights?rows=5'`);
});

// --- Ends that are not the end of the rows ---------------------------------------------------------------------------------

await test("Cancel stops the query of the server in the middle", async page => {
  const before = await status();
  await slowDown(page);
  await choose(page, { rows: STORED });
  await page.click("#start");
  await page.waitForFunction(() => Number(document.querySelector("#m-rows").textContent.replaceAll(",", "")) > 0);
  assert.equal((await status()).runningQueries, 1);
  await page.click("#cancel");
  await until("the query has ended", async () => (await status()).runningQueries === 0);
  const after = await status();
  assert.equal(after.aborted, before.aborted + 1);
  assert.equal(after.failed, before.failed);
  assert.equal(after.rowsSent, before.rowsSent, "the rows of a complete body were counted");
  assert.ok(after.bytesSent - before.bytesSent < 20_000_000, `${after.bytesSent - before.bytesSent} bytes were written`);
  assert.match(await text(page, "status"), /^Cancelled after [\d,]+ rows\.$/);
  assert.equal(await page.locator("#start").isEnabled(), true);
});

for (const [screen, options] of SCREENS) await test(`The live feed shows rows as they come, and Escape ends it, ${screen}`, async page => {
  await choose(page, { source: "Live feed" });
  await page.click("#start");
  await page.waitForFunction(() => Number(document.querySelector("#m-rows").textContent) >= 3);
  assert.equal((await status()).runningQueries, 1);
  await page.keyboard.press("Escape");
  await until("the feed has ended", async () => (await status()).runningQueries === 0);
  assert.match(await text(page, "status"), /^Cancelled after [\d,]+ rows\.$/);
  assert.equal(await page.locator("#progress").getAttribute("value"), "0", "a cancelled feed looks finished");
  await page.screenshot({ path: join(SHOTS, `feed-${screen}.png`) });
}, options);

await test("A body that is cut off is not taken for the whole", async page => {
  await page.route("**/api/flights?*", route => route.fulfill({ contentType: "application/json", body: '[{"id":1},{"id":2' }));
  await page.click("#start");
  await page.locator("#error").waitFor();
  assert.equal(await text(page, "error"), "The result is incomplete after 1 rows: The body ends in the middle.");
});

await test("A number of rows out of range cannot be sent", async page => {
  await page.fill("#rows", "0");
  assert.equal(await page.locator("#start").isDisabled(), true);
  await page.fill("#rows", "1000001");
  assert.equal(await page.locator("#start").isDisabled(), true);
});

// --- Keyboard and labels ---------------------------------------------------------------------------------------------------

await test("The keyboard is enough: rows are streamed, scrolled and cancelled without a mouse", async page => {
  await page.locator("#rows").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2000");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => / rows in /.test(document.querySelector("#status").textContent));
  for (let i = 0; i < 80 && (await page.evaluate(() => document.activeElement.id)) !== "viewport"; i++) await page.keyboard.press("Tab");
  for (const key of ["PageDown", "ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  const count = await page.locator("#body tr").count();
  await page.waitForFunction(first => document.querySelector("#body td").textContent === first, String(count + 2));
  assert.deepEqual(await cells(page, 0), shown(flights[count + 1]));
});

await test("Every control has a name", async page => {
  const nameless = await page.$$eval("input, select, button, progress", controls => controls
    .filter(control => !(control.labels?.length || control.getAttribute("aria-label") || control.textContent.trim()))
    .map(control => control.outerHTML));
  assert.deepEqual(nameless, []);
});

// --- Chart and screenshots -------------------------------------------------------------------------------------------------

async function compare(page, from, bars) {
  await page.selectOption("#rows-from", from);
  await page.click("#compare");
  await page.waitForFunction(() => / in each way\.$/.test(document.querySelector("#compare-status").textContent));
  const widths = await page.$$eval("#chart rect", all => all.map(bar => bar.getBoundingClientRect().width));
  assert.equal(widths.length, bars);
  assert.ok(widths.every(width => width >= 2), `bars of ${widths}`);
  assert.equal(await page.locator("#chart rect.ours").count(), 2);
  assert.equal(await page.locator("#chart table tbody tr").count(), bars);
  assert.match(await text(page, "compare-status"), /^[\d,]+ rows asked for, [\d.]+ MB in each way\.$/);
  for (const value of await page.locator("#chart .bar-value").allTextContents()) assert.match(value, /^[\d.,]+ m?s ± \d+ %/);
  const isCut = await page.$$eval("#chart text", texts => texts.some(text => text.getBoundingClientRect().right
    > text.ownerSVGElement.getBoundingClientRect().right));
  assert.equal(isCut, false, "a label is cut off");
}

for (const [screen, options] of SCREENS) await test(`Chart of the comparison, rows from the database, ${screen}`, async page => {
  await choose(page, { rows: 100_000 });
  await compare(page, "database", 5);
  const ways = await page.$$eval("#chart tbody tr", all => all.map(row => [...row.cells].map(cell => cell.textContent).join(" | ")));
  console.log(ways.map(way => `        ${way}`).join("\n"));
  await page.screenshot({ path: join(SHOTS, `database-${screen}.png`), fullPage: true });
}, options);

await test("At first the chart is filled, and the empty grid has no scroll bar", async page => {
  assert.equal(await page.locator("#chart rect.ours").count(), 2);
  assert.match(await text(page, "compare-status"), /^Recorded on another machine/);
  assert.equal(await page.inputValue("#rows-from"), "memory");
  assert.equal(await page.$eval("#viewport", viewport => getComputedStyle(viewport).overflowX), "hidden");
}, PHONE);

await test("Cancel ends a comparison", async page => {
  await page.selectOption("#rows-from", "database");
  await slowDown(page);
  await page.click("#compare");
  await page.waitForFunction(() => document.querySelector("#compare").textContent === "Cancel");
  await page.click("#compare");
  await page.waitForFunction(() => document.querySelector("#compare-status").textContent === "Cancelled.");
  await until("its query has ended", async () => (await status()).runningQueries === 0);
});

const looks = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { colorScheme: "light", ...PHONE }],
];
for (const [look, options] of looks)
  await test(`Rows and chart fit, ${look}`, async page => {
    await stream(page, { rows: 20_000 });
    await compare(page, "memory", 4);
    const isWithin = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    assert.ok(isWithin, "the page is wider than the screen");
    const cutCells = await page.$$eval("#table th, #table td, .tiles dd", all => all.filter(cell => cell.scrollWidth > cell.clientWidth).length);
    assert.equal(cutCells, 0, "text is cut off");
    await page.screenshot({ path: join(SHOTS, `${look}.png`), fullPage: true });
  }, options);

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
