"use strict";
// Tables sort by a click on a heading and filter by words; plots take the colours of the page.

function value(row, column) {
  const text = row.cells[column].textContent;
  const number = Number(text.replaceAll(",", ""));
  return text === "" ? -Infinity : Number.isNaN(number) ? text : number;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b));
}

function sort(heading) {
  const table = heading.closest("table");
  const column = heading.cellIndex;
  const rising = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => (rising ? 1 : -1) * compare(value(a, column), value(b, column)));
  table.tBodies[0].append(...rows);
}

function filter(input) {
  const table = document.getElementById(input.dataset.for);
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let seen = 0;
  for (const row of table.tBodies[0].rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    seen += !row.hidden;
  }
  document.querySelector(`output[for="${table.id}"]`).textContent = `${seen} rows`;
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim();
  const line = style.getPropertyValue("--line").trim();
  const axis = { color: ink, gridcolor: line, linecolor: line };
  return { font: { color: ink, family: "system-ui, sans-serif" }, axis };
}

function themed(layout) {
  const { font, axis } = colours();
  const xaxis = { ...layout.xaxis, ...axis };
  return { ...layout, font, xaxis, yaxis: { ...layout.yaxis, ...axis }, legend: { ...layout.legend, font } };
}

function draw() {
  for (const spec of document.querySelectorAll("script.spec")) {
    const { data, layout } = JSON.parse(spec.textContent);
    Plotly.react(spec.dataset.for, data, themed(layout), { responsive: true, displaylogo: false });
  }
}

for (const heading of document.querySelectorAll("th")) heading.addEventListener("click", () => sort(heading));
for (const input of document.querySelectorAll("input[type=search]")) {
  input.addEventListener("input", () => filter(input));
}
function csvOf(table) {
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const plain = (cell) => (cell.className === "number" ? cell.textContent.replaceAll(",", "") : cell.textContent);
  return [...table.rows].map((row) => [...row.cells].map((cell) => quoted(plain(cell).trim())).join(",")).join("\n");
}

function save(button) {
  const text = csvOf(document.getElementById(button.dataset.for));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/csv" }));
  link.download = button.dataset.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const button of document.querySelectorAll(".save button")) button.addEventListener("click", () => save(button));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
draw();
